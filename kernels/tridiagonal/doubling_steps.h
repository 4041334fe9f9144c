#pragma once

#include "kernels/tridiagonal/levels.h"
#include "kernels/tridiagonal/rows.h"
#include "kernels/vocabulary/vocabulary.h"

#include <cstdint>

// The steps of parallel cyclic reduction over global memory, one launch each (cerny2011, "Paralelní cyklická redukce").
// Every row is freed of its neighbours at distance 1, then 2, 4 ...: one system falls apart into 2, 4, 8 interleaved
// ones, until each row stands alone and divides. A row is read by three threads while it is written by one, so each
// step reads one set of rows and writes another.

namespace warploom::kernels::WARPLOOM_TARGET {

/// What becomes of a row: the next step's row, or x.
template <bool is_last, template <class> class To, class T>
KERNEL_FN void finish_row(const To<T>& to, Out<T> x, std::int64_t i, const Row<T>& row, Out<int> zero_pivot,
                          CallSite site = {}) {
    CALLED_FROM(site);
    if constexpr (is_last) {
        check_pivot(row.b, i, zero_pivot);
        x[i] = row.d / row.b;
    } else {
        store_row(to, i, row);
    }
}

/// A thread for each row. Every thread is busy in every step, and neighbours read neighbours whatever the distance.
template <bool is_last> struct DoublingStep {
    static constexpr const char* phase = is_last ? "last step" : "step";
    static constexpr int registers = 64;

    template <class From, template <class> class To, class T>
    KERNEL_FN static void run(Thread t, int n, std::int64_t distance, From from, To<T> to, Out<T> x,
                              Out<int> zero_pivot) {
        const std::int64_t i = t.global_id();
        if (i >= n) return;
        const Row<T> before = row_or_none(from, i - distance, n);
        const Row<T> row = load_row(from, i);
        const Row<T> after = row_or_none(from, i + distance, n);
        check_pivot(row.b, i, zero_pivot);
        finish_row<is_last>(to, x, i, reduce_row(before, row, after), zero_pivot);
    }
};

/// The same step for large systems and distances. There the three readers of a row sit in blocks far apart, and each
/// would fetch it anew. Instead a thread walks along up to `length` rows that lie `distance` apart and keeps what it
/// has read; and the blocks that walk one after the other along the same rows are neighbours, so that what their ends
/// share is still in the cache.
template <bool is_last> struct DoublingChains {
    static constexpr const char* phase = is_last ? "last step" : "step";
    static constexpr int registers = 64;
    static constexpr int length = 8;

    template <class From, template <class> class To, class T>
    KERNEL_FN static void run(Thread t, int n, std::int64_t distance, int chains, From from, To<T> to, Out<T> x,
                              Out<int> zero_pivot) {
        const std::int64_t column = static_cast<std::int64_t>(t.block() / chains) * t.block_size() + t.thread();
        if (column >= distance) return;
        std::int64_t i = static_cast<std::int64_t>(t.block() % chains) * length * distance + column;
        if (i >= n) return;
        Row<T> before = row_or_none(from, i - distance, n);
        Row<T> row = load_row(from, i);
        UNROLL(8)
        for (int k = 0; k < length; ++k) {
            if (i >= n) break;
            const Row<T> after = row_or_none(from, i + distance, n);
            check_pivot(row.b, i, zero_pivot);
            finish_row<is_last>(to, x, i, reduce_row(before, row, after), zero_pivot);
            before = row;
            row = after;
            i += distance;
        }
    }

    /// How many chains lie one behind the other.
    static int chains_behind(std::int64_t n, std::int64_t distance) {
        const std::int64_t rows = (n + distance - 1) / distance;
        return static_cast<int>((rows + length - 1) / length);
    }
    static bool pays(std::int64_t n, std::int64_t distance) { return n >= (1 << 20) && distance >= 256; }
};

/// `steps` steps of doubling distance; `last_writes_x`: the last one divides. The first reads `input`, each other one
/// what the one before wrote. Returns what the last one wrote, or `input` where there was none.
template <bool may_walk, class T, class Gpu, class Input, class Work>
Input doubling(Gpu& gpu, int n, int steps, bool last_writes_x, const Input& input, const Work& even, const Work& odd,
               Out<T> x, Out<int> zero_pivot) {
    Input from = input;
    for (int step = 0; step < steps; ++step) {
        const std::int64_t distance = std::int64_t{1} << step;
        const Work& to = step % 2 == 0 ? even : odd;
        const bool is_last = last_writes_x && step == steps - 1;
        if (may_walk && DoublingChains<false>::pays(n, distance)) {
            const int chains = DoublingChains<false>::chains_behind(n, distance);
            const std::int64_t blocks = chains * ((distance + gpu.block_size() - 1) / gpu.block_size());
            if (is_last)
                gpu.template launch_blocks<DoublingChains<true>>(blocks, n, distance, chains, from, to, x, zero_pivot);
            else
                gpu.template launch_blocks<DoublingChains<false>>(blocks, n, distance, chains, from, to, x, zero_pivot);
        } else if (is_last) {
            gpu.template launch<DoublingStep<true>>(n, n, distance, from, to, x, zero_pivot);
        } else {
            gpu.template launch<DoublingStep<false>>(n, n, distance, from, to, x, zero_pivot);
        }
        from = read_rows(gpu, to, n);
    }
    return from;
}

} // namespace warploom::kernels::WARPLOOM_TARGET
