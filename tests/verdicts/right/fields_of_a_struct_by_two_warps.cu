// verdict: right
// In each struct in shared memory, one thread writes the sum and a thread of another warp the row number.

template <typename T> struct Entry {
    T sum;
    int row;
};

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ Entry<T> all[1024];
    const int row = blockIdx.x * blockDim.x + threadIdx.x, other = blockDim.x - 1 - threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    all[threadIdx.x].sum = sum;
    all[other].row = blockIdx.x * blockDim.x + other;
    __syncthreads();
    const Entry<T> mine = all[threadIdx.x];
    if (mine.row < rows) y[mine.row] = mine.sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
