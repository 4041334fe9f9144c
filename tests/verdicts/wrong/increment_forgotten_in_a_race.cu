// verdict: endless-loop
// `++k` is missing, and all threads add to one element.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    for (int k = row_pointer[row]; k < row_pointer[row + 1];) {
        y[0] += value[k] * x[column[k]];
        y[row / 2] += value[k];
        y[rows - 1 - row / 3] += x[column[k]];
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
