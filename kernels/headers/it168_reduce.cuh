#pragma once

// The function `reduce` of IT168 and NVIDIA, "SpMV on the COO format", with barriers but without the misprint.

// Returns the sum of a lane's row from the first of the 32 entries or from the start of the row.
template <typename T> __device__ T reduce(int thread_lane, int row, T val, int* rows, T* vals) {
    const int local_id = threadIdx.x;
    __syncthreads();
    rows[local_id] = row;
    vals[local_id] = val;
    __syncthreads();
    for (int stride = 1; stride < 32; stride *= 2) {
        T left = 0;
        if (thread_lane >= stride && row == rows[local_id - stride]) left = vals[local_id - stride];
        __syncthreads();
        vals[local_id] = val = val + left;
        __syncthreads();
    }
    return val;
}
