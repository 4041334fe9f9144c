// verdict: right
// One thread writes and fences; another one sets the flag behind a barrier.
// scratch: done int[rows]
template <typename T>
__global__ void k(int rows, int levels, const int* first, const int* order, const int* row_pointer, const int* column,
                  const T* value, const T* b, T* x, volatile int* done) {
    __shared__ T total;
    const int row = order[blockIdx.x], g = row_pointer[row + 1] - 1;
    if (threadIdx.x == 0) total = b[row];
    __syncthreads();
    for (int j = row_pointer[row] + threadIdx.x; j < g; j += blockDim.x) {
        while (done[column[j]] == 0) {}
        __threadfence();
        atomicAdd(&total, -value[j] * x[column[j]]);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        x[row] = total / value[g];
        __threadfence();
    }
    __syncthreads();
    if (threadIdx.x == 40) done[row] = 1;
}
template <typename T>
void run(int rows, int levels, const int* first, const int* order, const int* row_pointer, const int* column,
         const T* value, const T* b, T* x, int* done, int block) {
    cudaMemset(done, 0, rows * sizeof(int));
    k<<<rows, 64>>>(rows, levels, first, order, row_pointer, column, value, b, x, done);
}
