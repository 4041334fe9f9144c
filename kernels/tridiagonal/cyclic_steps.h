#pragma once

#include "kernels/tridiagonal/levels.h"
#include "kernels/tridiagonal/rows.h"
#include "kernels/vocabulary/vocabulary.h"

#include <cstdint>

// The steps of cyclic reduction over global memory, one launch each (cerny2011, "Cyklická redukce"). For 8 unknowns,
// rows counted from 0:
//
//   forward   1 3 5 7    from their neighbours at distance 1
//   forward   3 7        from 1, 5 at distance 2
//   middle    x3 x7      two rows with two unknowns
//   back      x1 x5      from x3, x7
//   back      x0 x2 x4 x6
//
// Rows of level 0 are never changed, so they are read where the system lies; all others are written to work rows first.

namespace warploom::kernels::WARPLOOM_TARGET {

/// Where x is put, and where a later step finds it.
template <class T> struct ArraySolution { Out<T> x; };
/// Records hold the x that a later step needs; what the caller wants is an array all the same.
template <class T> struct RecordSolution { Out<T> x, record; };
template <class T> KERNEL_FN T known_x(const ArraySolution<T>& solution, std::int64_t i, CallSite site = {}) {
    CALLED_FROM(site);
    return solution.x[i];
}
template <class T> KERNEL_FN T known_x(const RecordSolution<T>& solution, std::int64_t i, CallSite site = {}) {
    CALLED_FROM(site);
    return solution.record[i * record_elements + 4];
}
template <class T>
KERNEL_FN void store_x(const ArraySolution<T>& solution, std::int64_t i, T x, bool, CallSite site = {}) {
    CALLED_FROM(site);
    solution.x[i] = x;
}
template <class T>
KERNEL_FN void store_x(const RecordSolution<T>& solution, std::int64_t i, T x, bool is_needed_again,
                       CallSite site = {}) {
    CALLED_FROM(site);
    solution.x[i] = x;
    if (is_needed_again) solution.record[i * record_elements + 4] = x;
}

/// A thread for each row of the next level. The rows lie `2 half` apart: from the second step on a warp finds one of
/// them in each transaction, and the threads get fewer with every step.
struct CyclicForward {
    static constexpr const char* phase = "forward";
    static constexpr int registers = 64;

    template <class From, template <class> class To, class T>
    KERNEL_FN static void run(Thread t, int n, std::int64_t half, From from, To<T> to) {
        const std::int64_t i = (t.global_id() + 1) * 2 * half - 1;
        if (i >= n) return;
        const Row<T> before = load_row(from, i - half);
        const Row<T> row = load_row(from, i);
        const Row<T> after = row_or_none(from, i + half, n);
        store_row(to, i, reduce_row(before, row, after));
    }
};

/// One or two rows are left, `distance` apart: one thread solves them.
struct CyclicMiddle {
    static constexpr const char* phase = "middle";
    static constexpr int registers = 64;

    template <template <class> class Rows, class T, class Solution>
    KERNEL_FN static void run(Thread t, int n, std::int64_t distance, Rows<T> rows, Solution solution,
                              Out<int> zero_pivot) {
        if (t.global_id() != 0) return;
        const std::int64_t i = distance - 1;
        const Row<T> first = load_row(rows, i);
        check_pivot(first.b, i, zero_pivot);
        if (i + distance >= n) {
            store_x(solution, i, first.d / first.b, distance > 1);
            return;
        }
        const SolvedPair<T> pair = solve_pair(first, load_row(rows, i + distance));
        check_pivot(pair.second_pivot, i + distance, zero_pivot);
        store_x(solution, i, pair.first, distance > 1);
        store_x(solution, i + distance, pair.second, distance > 1);
    }
};

/// A thread for each row that is of this level only; its neighbours at `distance` are solved.
struct CyclicBack {
    static constexpr const char* phase = "back";
    static constexpr int registers = 64;

    template <template <class> class Rows, class T, class Solution>
    KERNEL_FN static void run(Thread t, int n, std::int64_t distance, Rows<T> rows, Solution solution,
                              Out<int> zero_pivot) {
        const std::int64_t i = distance - 1 + t.global_id() * 2 * distance;
        if (i >= n) return;
        const Row<T> row = load_row(rows, i);
        check_pivot(row.b, i, zero_pivot);
        T x_before = 0, x_after = 0;
        if (i >= distance) x_before = known_x(solution, i - distance);
        if (i + distance < n) x_after = known_x(solution, i + distance);
        store_x(solution, i, substitute(row, x_before, x_after), distance > 1);
    }
};

/// Levels 1 .. levels of `input` into `work`.
template <class Gpu, class Input, class Work>
void cyclic_forward(Gpu& gpu, int n, int levels, const Input& input, const Work& work) {
    for (int level = 1; level <= levels; ++level) {
        const std::int64_t half = std::int64_t{1} << (level - 1);
        if (level == 1) gpu.template launch<CyclicForward>(rows_of_level(n, level), n, half, input, work);
        else gpu.template launch<CyclicForward>(rows_of_level(n, level), n, half, work, work);
    }
}

template <class Gpu, class Input, class Work, class Solution>
void cyclic_middle(Gpu& gpu, int n, int levels, const Input& input, const Work& work, const Solution& solution,
                   Out<int> zero_pivot) {
    const std::int64_t distance = std::int64_t{1} << levels;
    if (levels == 0) gpu.template launch_grid<CyclicMiddle>(1, 32, n, distance, input, solution, zero_pivot);
    else gpu.template launch_grid<CyclicMiddle>(1, 32, n, distance, work, solution, zero_pivot);
}

/// From the solved rows of level `levels` outwards to all.
template <class Gpu, class Input, class Work, class Solution>
void cyclic_back(Gpu& gpu, int n, int levels, const Input& input, const Work& work, const Solution& solution,
                 Out<int> zero_pivot) {
    for (int level = levels - 1; level >= 0; --level) {
        const std::int64_t distance = std::int64_t{1} << level;
        const std::int64_t rows = (rows_of_level(n, level) + 1) / 2;
        if (level == 0) gpu.template launch<CyclicBack>(rows, n, distance, input, solution, zero_pivot);
        else gpu.template launch<CyclicBack>(rows, n, distance, work, solution, zero_pivot);
    }
}

} // namespace warploom::kernels::WARPLOOM_TARGET
