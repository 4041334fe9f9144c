#pragma once

#include "tridiagonal_rows.cuh"

// The steps of cyclic reduction over global memory, one launch each (cerny2011, "Cyklická redukce"). For 8 unknowns,
// with rows counted from 0:
//
//   forward   1 3 5 7    from their neighbors at distance 1
//   forward   3 7        from 1, 5 at distance 2
//   middle    x3 x7      two rows with two unknowns
//   back      x1 x5      from x3, x7
//   back      x0 x2 x4 x6
//
// Level 0 contains all n rows. Every second row of a level, starting with its second one, is also in the next level. So
// level l has n >> l rows, 2^l apart: its row k is row (k + 1) 2^l - 1 of the system.
// Rows that are only in level 0 never change, so they are read from the system; all others are written to work rows.

/// Returns the number of forward steps until at most `most` rows are left.
__host__ int cyclic_levels(int n, int most) {
    int levels = 0;
    while ((n >> levels) > most) ++levels;
    return levels;
}

/// The solution x in the result array, from which later steps also read it.
template <typename T> struct Solution { T* x; };
template <typename T> __device__ T known_x(Solution<T> solution, long long i) { return solution.x[i]; }
template <typename T> __device__ void store_x(Solution<T> solution, long long i, T x, bool is_needed_again) {
    solution.x[i] = x;
}

/// The solution x, stored both in the result array and in the records, from which later steps read it.
template <typename T> struct RecordSolution { T *x, *record; };
template <typename T> __device__ T known_x(RecordSolution<T> solution, long long i) {
    return solution.record[i * RECORD_ELEMENTS + 4];
}
template <typename T> __device__ void store_x(RecordSolution<T> solution, long long i, T x, bool is_needed_again) {
    solution.x[i] = x;
    if (is_needed_again) solution.record[i * RECORD_ELEMENTS + 4] = x;
}

/// Launch this kernel with one thread per row of the next level. Rows of this level are `distance` apart. From the
/// second step on, a transaction contains only one of the warp's rows. Every step halves the number of threads.
template <typename T, typename From, typename To> __global__ void forward(int n, long long distance, From from, To to) {
    const long long k = blockIdx.x * blockDim.x + threadIdx.x;
    const long long i = (k + 1) * 2 * distance - 1;
    if (i >= n) return;
    const Row<T> before = load_row(from, i - distance);
    const Row<T> row = load_row(from, i);
    const Row<T> after = row_or_none<T>(from, i + distance, n);
    store_row(to, i, reduce_row(before, row, after));
}

/// Solves the last one or two rows, which are `distance` apart. Uses a single thread.
template <typename T, typename From, typename To>
__global__ void middle(int n, long long distance, From rows, To solution, int* zero_pivot) {
    if (threadIdx.x != 0) return;
    const long long i = distance - 1;
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

/// Solves the rows that are only in this level from their solved neighbors at `distance`. Uses one thread per row.
template <typename T, typename From, typename To>
__global__ void back(int n, long long distance, From rows, To solution, int* zero_pivot) {
    const long long k = blockIdx.x * blockDim.x + threadIdx.x;
    const long long i = distance - 1 + k * 2 * distance;
    if (i >= n) return;
    const Row<T> row = load_row(rows, i);
    check_pivot(row.b, i, zero_pivot);
    T x_before = 0, x_after = 0;
    if (i >= distance) x_before = known_x(solution, i - distance);
    if (i + distance < n) x_after = known_x(solution, i + distance);
    store_x(solution, i, substitute(row, x_before, x_after), distance > 1);
}

/// Forward steps: computes levels 1 to `levels` of `system` and stores them in `work`.
template <typename T, typename From, typename To>
void launch_forward(int n, int levels, From system, To work, int block) {
    for (int level = 1; level <= levels; ++level) {
        const int grid = ((n >> level) + block - 1) / block;
        forward<T><<<grid, block>>>(n, 1LL << (level - 1), level == 1 ? system : read_only(work), work);
    }
}

/// Backward steps: solves all rows from the solved rows of level `levels`.
template <typename T, typename From, typename To>
void launch_back(int n, int levels, From system, From work, To solution, int* zero_pivot, int block) {
    for (int level = levels - 1; level >= 0; --level) {
        const int grid = (((n >> level) + 1) / 2 + block - 1) / block;
        back<T><<<grid, block>>>(n, 1LL << level, level == 0 ? system : work, solution, zero_pivot);
    }
}
