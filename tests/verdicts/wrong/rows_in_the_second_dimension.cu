// verdict: refused
// One block per row in the second dimension of the grid, which is limited to 65,535 blocks.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.y;
    T sum = 0;
    for (int k = row_pointer[row] + threadIdx.x; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (threadIdx.x == 0) y[row] = sum;
}

template <typename T> void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    product<<<dim3(1, rows), 32>>>(rows, row_pointer, column, value, x, y);
}
