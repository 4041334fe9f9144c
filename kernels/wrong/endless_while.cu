// finding: endless-loop line 19
// matrix: laplace2d:n=20
// block: 96
// One block per row adds its sums in a loop over strides 1, 2, 4, ... whose condition uses != instead of <.
// With 96 threads, the stride skips from 64 to 128, and finally overflows to 0, where it stays. The kernel seems to
// work with 32, 64, 128, 256, 512 and 1024 threads per block, the only sizes that most people try.

template <typename T>
__global__ void block_a_row(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T sums[1024];
    const int row = blockIdx.x;
    const unsigned t = threadIdx.x;
    T sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row] + t; k < end; k += blockDim.x) sum += value[k] * x[column[k]];
    sums[t] = sum;
    __syncthreads();
    unsigned stride = 1;
    while (stride != blockDim.x) {
        if ((t & (2 * stride - 1)) == 0 && t + stride < blockDim.x) sums[t] += sums[t + stride];
        __syncthreads();
        stride *= 2;
    }
    if (t == 0) y[row] = sums[0];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    block_a_row<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
