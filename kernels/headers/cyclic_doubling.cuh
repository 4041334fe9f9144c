#pragma once

#include "tridiagonal_rows.cuh"

// Parallel cyclic reduction in global memory, one launch per step (cerny2011, "Paralelní cyklická redukce"). The steps
// eliminate every row's neighbors at distance 1, 2, 4, ... This splits the system into 2, 4, 8, ... interleaved
// systems, until each row has a single unknown, which a division yields. Each row is read by three threads and
// rewritten by one, so the steps alternate between two buffers, `even` and `odd`.

/// Returns the number of steps until the interleaved systems have at most `most` rows each.
__host__ int doubling_steps(int n, int most) {
    int steps = 0;
    while (((long long)most << steps) < n) ++steps;
    return steps;
}

/// Stores a reduced row for the next step or, after the last step, the unknown x.
template <bool is_last, typename T, typename To>
__device__ void finish_row(To to, T* x, long long i, Row<T> row, int* zero_pivot) {
    if (is_last) {
        check_pivot(row.b, i, zero_pivot);
        x[i] = row.d / row.b;
    } else {
        store_row(to, i, row);
    }
}

/// Launch this kernel with one thread per row. All threads are active in every step, and all accesses are coalesced.
template <bool is_last, typename T, typename From, typename To>
__global__ void doubling_step(int n, long long distance, From from, To to, T* x, int* zero_pivot) {
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Row<T> before = row_or_none<T>(from, i - distance, n);
    const Row<T> row = load_row(from, i);
    const Row<T> after = row_or_none<T>(from, i + distance, n);
    check_pivot(row.b, i, zero_pivot);
    finish_row<is_last>(to, x, i, reduce_row(before, row, after), zero_pivot);
}
