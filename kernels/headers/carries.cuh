#pragma once

#include "segmented_sum.cuh"
#include "warp_sum.cuh"

/// Last launch of kernels that divide the matrix into pieces: adds all carries to y. If piece i ended in the middle of
/// a row, row[i] is this row and sum[i] its partial sum (carry). Rows are in ascending order; rows outside 0 .. rows -
/// 1 mark empty carries. Can launch early, so that its blocks are resident when the last piece finishes.
///
/// A warp processes 32 carries and adds carries of the same row. If a row has more carries, the warp with its first
/// carry adds the rest, 256 at a time. Thus, each row is written by one warp, in a fixed summation order.
template <typename T> __global__ void add_carries(long long carries, const int* row, const T* sum, int rows, T* y) {
    constexpr int most_groups = 8;
    cudaGridDependencySynchronize();
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % 32;
    if (i - lane >= carries) return; // this condition is uniform across the warp
    const int mine = i < carries ? row[i] : -1;
    const bool is_head = i == 0 || i >= carries || row[i - 1] != mine;
    const unsigned heads = __ballot_sync(0xffffffff, is_head); // mask of the lanes where a run starts
    if (heads == 0) return;                                    // all lanes belong to a run of an earlier warp
    const T total = segmented_sum(i < carries ? sum[i] : T(0), heads);
    const bool begins_here = segment_start(heads) >= 0;
    const bool ends_here = lane < 31 && (heads >> (lane + 1) & 1u) != 0;
    const bool is_row = mine >= 0 && mine < rows;
    if (begins_here && ends_here && is_row) y[mine] += total;

    const int open_row = __shfl_sync(0xffffffff, mine, 31);
    T rest = 0;
    bool goes_on = open_row >= 0; // whether the run includes all 32 carries of this warp
    int groups = 1;               // number of 32-carry groups to load at a time; a run can be very long
    long long next = i + 32;
    while (goes_on) {
        bool in_run[most_groups];
#pragma unroll
        for (int g = 0; g < most_groups; ++g)
            in_run[g] = g < groups && next + 32 * g < carries && row[next + 32 * g] == open_row;
#pragma unroll
        for (int g = 0; g < most_groups; ++g)
            if (in_run[g]) rest += sum[next + 32 * g];
        goes_on = __ballot_sync(0xffffffff, groups == 1 ? in_run[0] : in_run[most_groups - 1]) == 0xffffffffu;
        next += 32 * groups;
        groups = most_groups;
    }
    rest = warp_sum(rest);
    if (lane == 31 && is_row) y[mine] += total + rest;
}
