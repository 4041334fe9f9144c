// verdict: right
// A loop with a barrier is unrolled; all threads take part in each iteration.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        part[t] = sum;
        __syncthreads();
        sum = part[blockDim.x - 1 - t];
        __syncthreads();
    }
    if (row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
