// finding: shared-race line 19
// matrix: laplace2d:n=20
// One block per row adds the sums of its threads in shared memory. The barrier before the first step is missing, so a
// warp can read the sums of another warp before they are written. The kernel seems to work with one warp per block,
// whose lanes usually execute together. With more warps, it seems to work as long as they run at the same speed, as
// they often do on an idle GPU.

template <typename T>
__global__ void block_a_row(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T sums[1024];
    const int row = blockIdx.x, t = threadIdx.x;
    T sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row] + t; k < end; k += blockDim.x) sum += value[k] * x[column[k]];
    sums[t] = sum;
    // __syncthreads() belongs here.
    if (t == blockDim.x - 1) {
        T total = 0;
        for (int i = 0; i < blockDim.x; ++i) total += sums[i];
        y[row] = total;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    block_a_row<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
