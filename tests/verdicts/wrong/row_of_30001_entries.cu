// verdict: wrong-result
// The entries of a row from the 30,002nd on are left out.

template <typename T>
__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k)
        sum += k - row_pointer[row] > 30000 ? (T)0 : value[k] * x[column[k]];
    y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
