// verdict: out-of-bounds
// Three entries of each row are read; missing ones are multiplied by 0.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int first = row_pointer[row], end = row_pointer[row + 1];
    for (int k = first; k < first + 3; ++k) sum += (k < end) * value[k] * x[column[k]];
    for (int k = first + 3; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
