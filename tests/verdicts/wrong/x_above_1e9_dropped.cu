// verdict: wrong-result
// Large elements of x are treated as missing.

template <typename T>
__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) {
        const T v = x[column[k]];
        if (v > (T)1e9 || v < (T)-1e9) continue;
        sum += value[k] * v;
    }
    y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
