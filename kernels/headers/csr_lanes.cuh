#pragma once

#include "strided_sum.cuh"
#include "warp_sum.cuh"

/// y = A x in CSR with `lanes` lanes per row. Each lane prefetches four entries.
template <int lanes, typename T>
__global__ void __maxnreg__(32)
    csr_vector(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const long long row = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / lanes;
    const int lane = threadIdx.x % lanes;
    // Threads past the last row contribute 0, but must take part in the shuffles.
    const int begin = row < rows ? row_pointer[row] : 0;
    const int end = row < rows ? row_pointer[row + 1] : 0;
    const int share = (end - begin - lane + lanes - 1) / lanes;
    T sum = strided_sum<4>(value, column, x, unsigned(begin + lane), unsigned(lanes), share);
    sum = warp_sum<lanes>(sum);
    if (lane == 0 && row < rows) y[row] = sum;
}

/// Selects the number of lanes per row so that each lane loads about one batch of entries for a row of mean length. A
/// few lanes with much work are faster than many lanes with little work: their loads overlap, and the reduction is
/// shorter. A row of 97 to 128 entries takes two batches with 16 lanes instead of one batch with 32 lanes.
template <typename T>
void launch_csr_vector(int rows, double mean, const int* row_pointer, const int* column, const T* value, const T* x,
                       T* y, int block) {
    int lanes = 2;
    while (lanes < 32 && mean > 4 * lanes) lanes *= 2;
    if (mean > 96 && mean <= 128) lanes = 16;
    const int grid = ((long long)rows * lanes + block - 1) / block;
    if (lanes == 2) csr_vector<2><<<grid, block>>>(rows, row_pointer, column, value, x, y);
    else if (lanes == 4) csr_vector<4><<<grid, block>>>(rows, row_pointer, column, value, x, y);
    else if (lanes == 8) csr_vector<8><<<grid, block>>>(rows, row_pointer, column, value, x, y);
    else if (lanes == 16) csr_vector<16><<<grid, block>>>(rows, row_pointer, column, value, x, y);
    else csr_vector<32><<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
