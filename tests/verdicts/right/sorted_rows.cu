// verdict: right
// Rows are sorted by length, and each sum is written to its original place.

// format: csr-sorted
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* row, const int* column, const T* value, const T* x,
                        T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    T sum = 0;
    for (int k = row_pointer[i]; k < row_pointer[i + 1]; ++k) sum += value[k] * x[column[k]];
    y[row[i]] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* row, const int* column, const T* value, const T* x, T* y,
         int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, row, column, value, x, y);
}
