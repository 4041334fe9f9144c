// verdict: global-race or unwritten-global
// All rows are solved in one launch.

template <typename T>
__global__ void solve(int rows, const int* row_pointer, const int* column, const T* value, const T* b, T* x) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int diagonal = row_pointer[row + 1] - 1;
    T sum = b[row];
    for (int k = row_pointer[row]; k < diagonal; ++k) sum -= value[k] * x[column[k]];
    x[row] = sum / value[diagonal];
}

template <typename T>
void run(int rows, int levels, const int* row_pointer, const int* column, const T* value, const T* b, T* x, int block) {
    solve<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, b, x);
}
