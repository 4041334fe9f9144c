// verdict: wrong-result or unwritten-shared
// The first thread of a block sets the sum by atomicExch while other warps add to it.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T total;
    const int row = blockIdx.x;
    T part = 0;
    for (int k = row_pointer[row] + threadIdx.x; k < row_pointer[row + 1]; k += blockDim.x)
        part += value[k] * x[column[k]];
    if (threadIdx.x == 0) atomicExch((unsigned long long*)&total, 0ull);
    atomicAdd(&total, part);
    __syncthreads();
    if (threadIdx.x == 0) y[row] = total;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
