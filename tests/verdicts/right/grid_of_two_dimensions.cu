// verdict: right
// warned: 18
// A two-dimensional grid, in which some blocks have no rows.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int blocks = (rows + block - 1) / block;
    const dim3 grid(3, (blocks + 2) / 3, 1);
    product<<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
