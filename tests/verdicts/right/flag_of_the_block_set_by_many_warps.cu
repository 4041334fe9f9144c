// verdict: right
// Threads of several warps write the same 1 to a shared flag, between barriers.
// warned: 16

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ int more;
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    int k = row < rows ? row_pointer[row] : 0;
    const int end = row < rows ? row_pointer[row + 1] : 0;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) more = 0;
        __syncthreads();
        if (k < end) more = 1;
        __syncthreads();
        if (!more) break;
        if (k < end) {
            sum += value[k] * x[column[k]];
            ++k;
        }
    }
    if (row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
