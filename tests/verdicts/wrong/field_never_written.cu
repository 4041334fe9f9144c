// verdict: unwritten-shared
// One field of a struct in shared memory is written, and the other is read.

template <typename T> struct Entry {
    T sum;
    int row;
};

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ Entry<T> all[1024];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    all[threadIdx.x].sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) all[threadIdx.x].sum += value[k] * x[column[k]];
    __syncthreads();
    if (row < rows) y[row] = all[threadIdx.x].row == row ? all[threadIdx.x].sum : all[threadIdx.x].sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
