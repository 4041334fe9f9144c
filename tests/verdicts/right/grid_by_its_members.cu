// verdict: right
// A dim3 starts as (1, 1, 1); its members can be set one by one.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    if (row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    dim3 grid, threads = block;
    grid.x = (rows + block - 1) / block;
    dim3 one(1), other{1, 1};
    if (one.y * one.z * other.z * threads.z != 1) return;
    product<<<grid, threads>>>(rows, row_pointer, column, value, x, y);
}
