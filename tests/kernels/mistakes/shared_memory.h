#pragma once

#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

/// Lane 5 reads one element further than anybody wrote.
struct ReadsUnwritten {
    static constexpr bool meets = true;
    static void run(Thread t, Out<int> out) {
        SHARED(int, tile, 64);
        tile[t.thread()] = t.thread();
        t.barrier();
        const int from = t.lane() == 5 ? 40 : t.lane();
        out[t.global_id()] = tile[from]; // never written
    }
};

/// Threads turn a tile around without waiting for each other.
struct ForgetsTheBarrier {
    static constexpr bool meets = true;
    static void run(Thread t, Out<int> out) {
        SHARED(int, tile, 64);
        tile[t.thread()] = t.thread();
        out[t.global_id()] = tile[t.block_size() - 1 - t.thread()]; // too early
        t.barrier();
    }
};

/// The same inside one warp: lanes are not in step unless they say so.
struct ForgetsTheWarpBarrier {
    static constexpr bool meets = true;
    static void run(Thread t, Out<int> out) {
        SHARED(int, tile, 32);
        tile[t.lane()] = t.lane();
        t.warp_barrier();
        const int left = tile[t.lane() ^ 1];
        tile[t.lane()] = left + 1; // the neighbour may not have read yet
        t.warp_barrier();
        out[t.global_id()] = tile[t.lane()];
    }
};

/// All lanes write one element at once.
struct WritesOneElement {
    static constexpr bool meets = true;
    static void run(Thread t, Out<int> out) {
        SHARED(int, last, 1);
        last[0] = t.lane(); // who wins
        t.barrier();
        out[t.global_id()] = last[0];
    }
};

/// The right way to do all of this.
struct MakesNoMistake {
    static constexpr bool meets = true;
    static void run(Thread t, Out<int> out) {
        SHARED(int, tile, 64);
        SHARED(int, count, 1);
        if (t.thread() == 0) count[0] = 0;
        tile[t.thread()] = t.thread();
        t.barrier();
        atomic_add(count, 0, 1);
        const int turned = tile[t.block_size() - 1 - t.thread()];
        t.barrier();
        tile[t.thread()] = turned;
        t.warp_barrier();
        out[t.global_id()] = tile[t.thread() ^ 1] + count[0];
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
