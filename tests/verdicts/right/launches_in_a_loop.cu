// verdict: right
// One launch per 1000 rows.

template <typename T>
__global__ void product(int first, int rows, const int* row_pointer, const int* column, const T* value, const T* x,
                        T* y) {
    const int row = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows || row >= first + 1000) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    for (int first = 0; first < rows; first += 1000)
        product<<<(1000 + block - 1) / block, block>>>(first, rows, row_pointer, column, value, x, y);
}
