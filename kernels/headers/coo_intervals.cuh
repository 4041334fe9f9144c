#pragma once

#include "carries.cuh"
#include "segmented_sum.cuh"
#include "warp_sum.cuh"

// y = A x in COO by segmented sums. Every warp processes an interval of the entries, 32 at a time. A segmented sum adds
// the products of each row. Rows that end among the 32 entries are written to y; the sum of the last row is carried
// over to the next 32 entries. This requires no atomics, is reproducible, and does not depend on row lengths.
//
//   1. intervals    whole groups of 32 entries; a row that continues after the interval becomes a carry
//   2. tail         the last nonzeros % 32 entries, by one thread
//   3. add_carries  adds the carries to y
//
// The paper keeps rows and sums in shared memory; here the lanes exchange them by shuffles.

constexpr int groups_ahead = 4; // number of 32-entry groups that are prefetched together

/// Writes a row of y. If onto_y is set, adds to the partial result in y; otherwise, overwrites y without loading it.
template <bool onto_y, typename T> __device__ void write_row(T* y, int row, T sum) {
    if (onto_y) y[row] += sum;
    else y[row] = sum;
}

template <bool onto_y, typename T>
__global__ void __maxnreg__(sizeof(T) == 4 ? 40 : 48)
    intervals(long long interval, long long end_of_all, const int* row, const int* column, const T* value, const T* x,
              T* y, int* carry_row, T* carry_sum) {
    const long long warp = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    const long long begin = warp * interval;
    if (begin >= end_of_all) return; // this condition is uniform across the warp
    const long long end = begin + interval < end_of_all ? begin + interval : end_of_all;

    int open_row = row[begin]; // current row and its sum, which are the same in all lanes
    T open_sum = 0;
    T lane_sum = 0; // part of the open row's sum that has not been reduced over the lanes yet
    for (long long base = begin; base < end; base += groups_ahead * 32) {
        int my_row[groups_ahead];
        T product[groups_ahead];
#pragma unroll
        for (int g = 0; g < groups_ahead; ++g) {
            const long long k = base + g * 32 + lane;
            const bool is_inside = k < end;
            my_row[g] = is_inside ? __ldcs(row + k) : -1;
            const T x_j = is_inside ? x[__ldcs(column + k)] : T(0);
            product[g] = is_inside ? __ldcs(value + k) * x_j : T(0);
        }
#pragma unroll
        for (int g = 0; g < groups_ahead; ++g) {
            if (base + g * 32 >= end) break; // uniform across the warp, because intervals are multiples of 32
            int previous = __shfl_up_sync(0xffffffff, my_row[g], 1);
            if (lane == 0) previous = open_row;
            const unsigned heads = __ballot_sync(0xffffffff, my_row[g] != previous); // mask of lanes where a row starts
            if (heads == 0) {
                lane_sum += product[g];
                continue;
            }
            open_sum += warp_sum(lane_sum);
            lane_sum = 0;
            if (lane == 0 && (heads & 1u) != 0) write_row<onto_y>(y, open_row, open_sum); // the open row has ended

            T sum = segmented_sum(product[g], heads);
            if (segment_start(heads) < 0) sum += open_sum; // the open row continues in this group
            const bool ends_here = lane < 31 && (heads >> (lane + 1) & 1u) != 0;
            if (ends_here) write_row<onto_y>(y, my_row[g], sum);
            open_row = __shfl_sync(0xffffffff, my_row[g], 31);
            open_sum = __shfl_sync(0xffffffff, sum, 31);
        }
    }
    open_sum += warp_sum(lane_sum);
    if (lane == 0) {
        carry_row[warp] = open_row;
        carry_sum[warp] = open_sum;
    }
}

template <typename T>
__global__ void tail(int begin, int end, const int* row, const int* column, const T* value, const T* x, T* y) {
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    for (int k = begin; k < end; ++k) {
        const T x_j = x[column[k]];
        y[row[k]] += value[k] * x_j;
    }
}

/// Adds A x to y, which contains zeros or, if onto_y is set, a partial result. Produces at most one carry per 32 *
/// groups_ahead entries.
template <bool onto_y, typename T>
void add_product(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y,
                 int* carry_row, T* carry_sum, int block) {
    const int parallel = nonzeros / 32 * 32;
    if (parallel > 0) {
        // Use about as many warps as a large GPU can hold, so that intervals are neither tiny nor very long.
        const int step = 32 * groups_ahead, warps_wanted = 8192;
        const int steps = min(max(parallel / (step * warps_wanted), 1), 16);
        const int interval = steps * step;
        const int warps = (parallel + interval - 1) / interval;
        const int grid = (warps * 32 + block - 1) / block;
        intervals<onto_y><<<grid, block>>>(interval, parallel, row, column, value, x, y, carry_row, carry_sum);
        if (parallel < nonzeros) tail<<<1, block>>>(parallel, nonzeros, row, column, value, x, y);
        add_carries<<<(warps + block - 1) / block, block>>>(warps, carry_row, carry_sum, rows, y);
    } else if (nonzeros > 0) {
        tail<<<1, block>>>(0, nonzeros, row, column, value, x, y);
    }
}
