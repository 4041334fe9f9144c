#pragma once

#include "segmented_sum.cuh"
#include "warp_sum.cuh"

/// The last launch of kernels that cut rows into pieces. A piece that ended in the middle of a row has left that row and
/// its sum in row[i] and sum[i], rows ascending; a row that is none of 0 .. rows - 1 is an empty carry. All are added to y.
/// It may start early: its blocks stand ready when the last piece is done.
///
/// A warp takes 32 carries and adds up those of equal rows. A run of one row may go on beyond them: the warp in which it
/// begins follows it to its end, 256 at a time. So each row has one writer and one order of adding.
template <typename T> __global__ void add_carries(long long carries, const int* row, const T* sum, int rows, T* y) {
    constexpr int most_groups = 8;
    cudaGridDependencySynchronize();
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % 32;
    if (i - lane >= carries) return; // a whole warp
    const int mine = i < carries ? row[i] : -1;
    const bool is_head = i == 0 || i >= carries || row[i - 1] != mine;
    const unsigned heads = __ballot_sync(0xffffffff, is_head); // lanes where a run begins
    if (heads == 0) return;                                    // all of one run from before
    const T total = segmented_sum(i < carries ? sum[i] : T(0), heads);
    const bool begins_here = segment_start(heads) >= 0;
    const bool ends_here = lane < 31 && (heads >> (lane + 1) & 1u) != 0;
    const bool is_row = mine >= 0 && mine < rows;
    if (begins_here && ends_here && is_row) y[mine] += total;

    const int open_row = __shfl_sync(0xffffffff, mine, 31);
    T rest = 0;
    bool goes_on = open_row >= 0; // as long as all 32 lanes find their carry in the run
    int groups = 1;               // of 32 that are read at a time: a run beyond two of them may be a very long one
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
