// verdict: right
// The block loops together until its longest row is done.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    int k = row < rows ? row_pointer[row] : 0;
    const int end = row < rows ? row_pointer[row + 1] : 0;
    T sum = 0;
    while (__syncthreads_or(k < end)) {
        part[t] = k < end ? x[column[k]] : 0;
        __syncthreads();
        if (k < end) sum += value[k] * part[t];
        ++k;
    }
    if (row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
