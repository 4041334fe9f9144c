// verdict: right
// One block per row; the reduction in shared memory works with any number of threads.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x;
    T sum = 0;
    for (int k = row_pointer[row] + threadIdx.x; k < row_pointer[row + 1]; k += blockDim.x)
        sum += value[k] * x[column[k]];
    part[threadIdx.x] = sum;
    __syncthreads();
    int left = blockDim.x;
    while (left > 1) {
        const int half = (left + 1) / 2;
        if (threadIdx.x + half < left) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
        left = half;
    }
    if (threadIdx.x == 0) y[row] = part[0];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    if (rows > 0) product<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
