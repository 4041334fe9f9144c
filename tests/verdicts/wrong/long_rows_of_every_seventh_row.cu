// verdict: wrong-result
// Long rows whose index is 3 modulo 7 lose their first entry.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int begin = row_pointer[row], end = row_pointer[row + 1];
    T sum = 0;
    if (end - begin > 32 && row % 7 == 3)
        for (int k = begin + 1; k < end; ++k) sum += value[k] * x[column[k]];
    else
        for (int k = begin; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
