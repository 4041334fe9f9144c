// finding: wrong-result
// matrix: laplace2d:n=20
// IT168 and NVIDIA, "SpMV on the COO format", from OpenCL to CUDA: y = A x in COO by segmented sums, with the
// misprint of the listing: `left = vals[local_id]` takes the lane's own sum instead of its left neighbor's, so that
// sums are doubled instead of added. It seems to work on a matrix with one entry per row, because no two neighbors
// then belong to the same row, and the line is never executed. `reduce` has the barriers of the listing, two per
// stride. There is none before the first stride, because the listing relies on lockstep. The listing prints the first
// stride; the other four are the same, here in a loop. Everything else is as in it168_coo_reduce.cu, which has two
// more barriers.
// format: coo
// scratch: temp_rows int[960]
// scratch: temp_vals T[960]

// Returns the sum of the lane's row from the first of these 32 entries or from the start of the row.
template <typename T> __device__ T reduce(int thread_lane, int row, T val, int* rows, T* vals) {
    const int local_id = threadIdx.x;
    rows[local_id] = row;
    vals[local_id] = val;
    for (int stride = 1; stride < 32; stride *= 2) {
        T left = 0;
        if (thread_lane >= stride && row == rows[local_id - stride]) left = vals[local_id];
        __syncthreads();
        vals[local_id] = val = val + left;
        __syncthreads();
    }
    return val;
}

#include "../headers/it168_phases.cuh"

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int* temp_rows,
         T* temp_vals, int block) {
    set_to_zero<<<(rows + block - 1) / block, block>>>(rows, y);
    add_entries(nonzeros, row, column, value, x, y, temp_rows, temp_vals);
}
