// verdict: unset-value
// The function that sums a row starts with an uninitialized value.

template <typename T> __device__ T sum_of(int begin, int end, const int* column, const T* value, const T* x) {
    T sum;
    for (int k = begin; k < end; ++k) sum += value[k] * x[column[k]];
    return sum;
}

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    y[row] = sum_of(row_pointer[row], row_pointer[row + 1], column, value, x);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
