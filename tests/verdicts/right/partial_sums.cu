// verdict: right
// Four partial sums in a local array, all initialized.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T part[4] = {0, 0, 0, 0};
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) part[k % 4] += value[k] * x[column[k]];
    y[row] = part[0] + part[1] + part[2] + part[3];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
