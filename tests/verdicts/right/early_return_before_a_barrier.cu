// verdict: right
// Threads without a row leave before the barrier, which waits for the others since compute capability 7.0.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    part[threadIdx.x] = sum;
    __syncthreads();
    const int first = blockIdx.x * blockDim.x, last = min(first + (int)blockDim.x, rows) - 1,
              other = first + last - row;
    y[other] = part[other - first];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
