// verdict: right
// One row per block of 16 threads. Lanes 8 to 15 shuffle from absent lanes; the sum of lane 0 never includes that.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x, lane = threadIdx.x;
    T sum = 0;
    for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 16) sum += value[k] * x[column[k]];
    for (int distance = 8; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffff, sum, distance);
    if (lane == 0) y[row] = sum;
}

template <typename T> void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    product<<<rows, 16>>>(rows, row_pointer, column, value, x, y);
}
