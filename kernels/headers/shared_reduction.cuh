#pragma once

#include "tridiagonal_rows.cuh"

// Reductions of systems that fit in shared memory. Steps are separated by barriers instead of kernel launches.

/// Number of rows per block. Five arrays of 1024 doubles take 40 KB of the 48 KB that a block has.
#define SHARED_ROWS 1024

/// Parallel cyclic reduction of `count` rows, one per thread, exchanged through `rows` in shared memory. Returns the
/// thread's row, which then has one unknown. All threads of the block must participate. Barriers separate reads from
/// writes, so one buffer is enough. `number` is the row in the whole system, for zero pivots.
template <typename T>
__device__ Row<T> double_in_shared(Row<T> row, WorkRows<T> rows, int count, long long number, int* zero_pivot) {
    const int k = threadIdx.x;
    const bool has_row = k < count;
    for (int distance = 1; distance < count; distance *= 2) {
        if (has_row) {
            check_pivot(row.b, number, zero_pivot);
            store_row(rows, k, row);
        }
        __syncthreads();
        if (has_row) {
            const Row<T> before = row_or_none<T>(read_only(rows), k - distance, count);
            const Row<T> after = row_or_none<T>(read_only(rows), k + distance, count);
            row = reduce_row(before, row, after);
        }
        __syncthreads();
    }
    if (has_row) check_pivot(row.b, number, zero_pivot);
    return row;
}

/// Continues cyclic reduction of `count` rows in shared memory with one block until at most `most` rows are left.
/// Returns the distance between these rows in `rows`.
template <typename T> __device__ int reduce_in_shared(WorkRows<T> rows, int count, int most) {
    int step = 1;
    for (; count / step > most; step *= 2) {
        const int i = (threadIdx.x + 1) * 2 * step - 1;
        if (i < count) {
            const Row<T> before = load_row(read_only(rows), i - step);
            const Row<T> row = load_row(read_only(rows), i);
            const Row<T> after = row_or_none<T>(read_only(rows), i + step, count);
            store_row(rows, i, reduce_row(before, row, after));
        }
        __syncthreads();
    }
    return step;
}

/// Back substitution: solves the rows in the middle between solved rows, starting at a distance of `step`. `distance`
/// is the distance between rows in the whole system; it is needed only to report zero pivots.
template <typename T>
__device__ void substitute_in_shared(Rows<T> rows, T* solution, int count, int step, long long distance,
                                     int* zero_pivot) {
    for (step /= 2; step > 0; step /= 2) {
        const int i = step - 1 + threadIdx.x * 2 * step;
        if (i < count) {
            const Row<T> row = load_row(rows, i);
            check_pivot(row.b, (i + 1) * distance - 1, zero_pivot);
            T x_before = 0, x_after = 0;
            if (i >= step) x_before = solution[i - step];
            if (i + step < count) x_after = solution[i + step];
            solution[i] = substitute(row, x_before, x_after);
        }
        __syncthreads();
    }
}
