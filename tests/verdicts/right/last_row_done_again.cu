// verdict: right
// Threads past the end compute the last row again and write the same value.
// warned: 10

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = min((int)(blockIdx.x * blockDim.x + threadIdx.x), rows - 1);
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block + 1, block>>>(rows, row_pointer, column, value, x, y);
}
