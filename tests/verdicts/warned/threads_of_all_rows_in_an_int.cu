// verdict: right
// warned: 18
// says: This launch fails for matrices with
// run multiplies the rows by 32 threads per row: the product overflows.

template <typename T>
__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const long long thread = (long long)blockIdx.x * blockDim.x + threadIdx.x, row = thread / 32;
    const int lane = thread % 32;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (lane == 0) y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    k<<<(rows * 32 + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
