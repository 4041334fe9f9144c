// verdict: right
// Thread 0 takes the last row, and rows are summed backwards.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = rows - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (row < 0) return;
    T sum = 0;
    for (int k = row_pointer[row + 1] - 1; k >= row_pointer[row]; --k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
