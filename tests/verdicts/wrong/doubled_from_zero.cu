// verdict: endless-loop
// The step of the reduction starts at 0 and is doubled, so it stays 0.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x;
    T sum = 0;
    for (int k = row_pointer[row] + threadIdx.x; k < row_pointer[row + 1]; k += blockDim.x)
        sum += value[k] * x[column[k]];
    part[threadIdx.x] = sum;
    for (int s = 0; s < blockDim.x; s *= 2) {
        __syncthreads();
        if (threadIdx.x % (2 * s + 1) == 0 && threadIdx.x + s < blockDim.x) part[threadIdx.x] += part[threadIdx.x + s];
    }
    __syncthreads();
    if (threadIdx.x == 0) y[row] = part[0];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
