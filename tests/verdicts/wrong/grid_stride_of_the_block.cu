// verdict: wrong-result or global-race
// The grid-stride loop uses the stride of a block, so rows are added twice.

template <typename T> __global__ void set_to_zero(int rows, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) y[i] = 0;
}

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += blockDim.x) {
        T sum = 0;
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
        atomicAdd(&y[row], sum);
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    set_to_zero<<<(rows + block - 1) / block, block>>>(rows, y);
    product<<<4, block>>>(rows, row_pointer, column, value, x, y);
}
