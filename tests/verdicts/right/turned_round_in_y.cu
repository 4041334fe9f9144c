// verdict: right
// The rows are written in reverse order; then half of the threads reverse y in place.

template <typename T>
__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T s = 0;
    for (int j = row_pointer[row]; j < row_pointer[row + 1]; ++j) s += value[j] * x[column[j]];
    y[rows - 1 - row] = s;
}
template <typename T> __global__ void turn(int rows, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows / 2) return;
    const T low = y[i];
    y[i] = y[rows - 1 - i];
    y[rows - 1 - i] = low;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
    if (rows > 1) turn<<<(rows / 2 + block - 1) / block, block>>>(rows, y);
}
