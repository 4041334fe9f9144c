#pragma once

#include "kernels/vocabulary/vocabulary.h"
#include "kernels/vocabulary/warp_sum.h"

namespace warploom::kernels::WARPLOOM_TARGET {

/// The second warp of block 3 leaves before the barrier.
struct MissesTheBarrier {
    static constexpr bool meets = true;
    static void run(Thread t, Out<int> out) {
        if (t.block() == 3 && t.warp() == 1) return;
        t.barrier(); // missed barrier
        out[t.global_id()] = 1;
    }
};

/// Half a warp leaves before a shuffle.
struct HalfAWarpReturns {
    static constexpr bool meets = true;
    static void run(Thread t, Out<int> out) {
        if (t.block() == 1 && t.warp() == 2 && t.lane() >= 16) return;
        const int v = t.shuffle(t.lane(), 0); // left alone
        out[t.global_id()] = v;
    }
};

/// Lanes of one warp shuffle at two places.
struct SplitsTheWarp {
    static constexpr bool meets = true;
    static void run(Thread t, Out<int> out) {
        int v = t.lane();
        if (t.lane() < 16) v = t.shuffle(v, 0); // first half
        else v = t.shuffle(v, 1);
        out[t.global_id()] = v;
    }
};

/// A helper that meets, called where not all lanes come.
struct SumsUnderABranch {
    static constexpr bool meets = true;
    static void run(Thread t, Out<int> out) {
        int v = t.lane();
        if (t.lane() != 7) v = warp_sum(t, v);
        out[t.global_id()] = v;
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
