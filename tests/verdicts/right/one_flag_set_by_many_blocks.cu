// verdict: right
// Blocks write the same 1 to one element, and the next launch reads it.
// warned: 8

// scratch: any int[1]
template <typename T> __global__ void look(int rows, const int* row_pointer, int* any) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows && row_pointer[row + 1] > row_pointer[row]) any[0] = 1;
}
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        const int* any) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    if (any[0])
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* any, int block) {
    cudaMemset(any, 0, sizeof(int));
    look<T><<<(rows + block - 1) / block, block>>>(rows, row_pointer, any);
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, any);
}
