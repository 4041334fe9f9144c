// verdict: global-race or wrong-result
// Blocks with an odd number take their rows from the end, one too far.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= rows) return;
    const int row = blockIdx.x % 2 == 1 ? rows - 1 - at : at;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
