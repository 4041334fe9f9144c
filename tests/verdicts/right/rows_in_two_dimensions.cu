// verdict: right
// warned: 17
// One block per row, numbered in both dimensions of the grid.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.y * gridDim.x + blockIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row] + threadIdx.x; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (threadIdx.x == 0) y[row] = sum;
}

template <typename T> void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int wide = min(rows, 1024);
    product<<<dim3(wide, (rows + wide - 1) / wide), 32>>>(rows, row_pointer, column, value, x, y);
}
