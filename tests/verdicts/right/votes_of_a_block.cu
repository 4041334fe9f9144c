// verdict: right
// All threads of a block continue until none has an entry left.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    int k = row < rows ? row_pointer[row] : 0;
    const int end = row < rows ? row_pointer[row + 1] : 0;
    T sum = 0;
    while (__syncthreads_or(k < end)) {
        if (k < end) sum += value[k] * x[column[k]];
        ++k;
    }
    if (row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
