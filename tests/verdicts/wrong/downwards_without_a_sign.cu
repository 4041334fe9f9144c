// verdict: out-of-bounds
// An unsigned counter never drops below 0, where the first row begins.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const unsigned begin = row_pointer[row], end = row_pointer[row + 1];
    if (end > begin)
        for (unsigned k = end - 1; k >= begin; --k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
