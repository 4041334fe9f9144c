// verdict: right
// scratch: reciprocal T[rows]
template <typename T> __global__ void invert(int rows, const int* row_pointer, const T* value, T* reciprocal) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) reciprocal[row] = 1 / value[row_pointer[row + 1] - 1];
}
template <typename T> void prepare(int rows, const int* row_pointer, const T* value, T* reciprocal, int block) {
    invert<<<(rows + block - 1) / block, block>>>(rows, row_pointer, value, reciprocal);
}
template <typename T>
__global__ void solve(int rows, const int* row_pointer, const int* column, const T* value, const T* reciprocal,
                      const T* b, T* x) {
    for (int row = 0; row < rows; ++row) {
        T sum = b[row];
        for (int k = row_pointer[row]; k < row_pointer[row + 1] - 1; ++k) sum -= value[k] * x[column[k]];
        x[row] = sum * reciprocal[row];
    }
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* reciprocal, const T* b, T* x) {
    solve<<<1, 1>>>(rows, row_pointer, column, value, reciprocal, b, x);
}
