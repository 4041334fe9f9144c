#pragma once

#include "cyclic_doubling.cuh"

// Parallel cyclic reduction of large systems. Each row is needed by three threads. At large distances, these threads
// are in different blocks, and each of them would fetch the row again. To avoid this, a thread processes a chain of up
// to 8 rows that are `distance` apart and keeps their values in registers. Blocks that continue the same chain have
// adjacent indices, so the rows that they share are still in the cache.

#define CHAIN_ROWS 8

/// Performs one step of parallel cyclic reduction. The same threads process `chains` adjacent chains of rows.
template <bool is_last, typename T>
__global__ void __maxnreg__(64)
    doubling_chains(int n, long long distance, int chains, Rows<T> from, WorkRows<T> to, T* x, int* zero_pivot) {
    const long long column = (long long)(blockIdx.x / chains) * blockDim.x + threadIdx.x;
    if (column >= distance) return;
    long long i = (long long)(blockIdx.x % chains) * CHAIN_ROWS * distance + column;
    if (i >= n) return;
    Row<T> before = row_or_none<T>(from, i - distance, n);
    Row<T> row = load_row(from, i);
#pragma unroll
    for (int k = 0; k < CHAIN_ROWS; ++k) {
        if (i >= n) break;
        const Row<T> after = row_or_none<T>(from, i + distance, n);
        check_pivot(row.b, i, zero_pivot);
        finish_row<is_last>(to, x, i, reduce_row(before, row, after), zero_pivot);
        before = row;
        row = after;
        i += distance;
    }
}

/// Runs `steps` steps. Uses chains where they are faster. If `divides` is set, the last step also divides. The first
/// step reads `system`. Returns the rows of the last step, or `system` if `steps` is 0.
template <typename T>
Rows<T> launch_doubling(int n, int steps, bool divides, Rows<T> system, WorkRows<T> even, WorkRows<T> odd, T* x,
                        int* zero_pivot, int block) {
    Rows<T> from = system;
    for (int step = 0; step < steps; ++step) {
        const long long distance = 1LL << step;
        const WorkRows<T> to = step % 2 == 0 ? even : odd;
        const bool is_last = divides && step == steps - 1;
        if (n >= 1 << 20 && distance >= 256) {
            const long long rows = (n + distance - 1) / distance;
            const int chains = (rows + CHAIN_ROWS - 1) / CHAIN_ROWS;
            const int grid = chains * ((distance + block - 1) / block);
            if (is_last) doubling_chains<true><<<grid, block>>>(n, distance, chains, from, to, x, zero_pivot);
            else doubling_chains<false><<<grid, block>>>(n, distance, chains, from, to, x, zero_pivot);
        } else {
            const int grid = (n + block - 1) / block;
            if (is_last) doubling_step<true><<<grid, block>>>(n, distance, from, to, x, zero_pivot);
            else doubling_step<false><<<grid, block>>>(n, distance, from, to, x, zero_pivot);
        }
        from = read_only(to);
    }
    return from;
}
