// verdict: refused
// Calls malloc, which is refused.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T* sums = (T*)malloc(8);
    sums[0] = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sums[0] += value[k] * x[column[k]];
    y[row] = sums[0];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
