// verdict: wrong-result or unwritten-shared
// A block sums a row but adds the sums of only four warps.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[4];
    const int row = blockIdx.x;
    T sum = 0;
    for (int k = row_pointer[row] + threadIdx.x; k < row_pointer[row + 1]; k += blockDim.x)
        sum += value[k] * x[column[k]];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (threadIdx.x % 32 == 0 && threadIdx.x < 128) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) y[row] = part[0] + part[1] + part[2] + part[3];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
