// verdict: refused
// A byte of shared memory for each row of the matrix.

template <typename T>
__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    extern __shared__ unsigned char flag[];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    flag[row] = 1;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    k<<<(rows + block - 1) / block, block, rows>>>(rows, row_pointer, column, value, x, y);
}
