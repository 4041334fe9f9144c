// verdict: right
// Positive and negative products are summed separately.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T plus = 0, minus = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) {
        const T product = value[k] * x[column[k]];
        if (product < 0) minus += product;
        else plus += product;
    }
    y[row] = plus + minus;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
