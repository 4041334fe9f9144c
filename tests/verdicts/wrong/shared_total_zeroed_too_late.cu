// verdict: shared-race
// The total of a block is set to zero while others may have added to it.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T total;
    const int row = blockIdx.x;
    if (threadIdx.x == 0) total = 0;
    for (int k = row_pointer[row] + threadIdx.x; k < row_pointer[row + 1]; k += blockDim.x)
        atomicAdd(&total, value[k] * x[column[k]]);
    __syncthreads();
    if (threadIdx.x == 0) y[row] = total;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
