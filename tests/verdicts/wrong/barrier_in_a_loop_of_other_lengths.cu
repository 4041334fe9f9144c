// verdict: divergent-meeting
// A barrier stands in a loop that ends earlier for some threads.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    const int end = row < rows ? row_pointer[row + 1] : 0;
    for (int k = row < rows ? row_pointer[row] : 0; k < end; ++k) {
        part[threadIdx.x] = value[k] * x[column[k]];
        __syncthreads();
        sum += part[threadIdx.x];
    }
    if (row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
