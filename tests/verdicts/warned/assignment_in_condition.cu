// verdict: right
// warned: 10
// says: This condition assigns a value
// The condition assigns; here both give the same.

template <typename T>
__global__ void csr(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row = rows) {
        int is_there = 1;
        if (is_there = 1) {
            T sum = 0;
            for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
            y[row] = sum;
        }
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    csr<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
