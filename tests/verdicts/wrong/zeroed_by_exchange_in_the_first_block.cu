// verdict: wrong-result
// The first block sets y to 0 by atomicExch while others add to it.

// format: coo
template <typename T>
__global__ void product(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    if (blockIdx.x == 0) {
        for (int i = threadIdx.x; i < rows; i += blockDim.x) atomicExch((unsigned long long*)&y[i], 0ull);
        __threadfence();
    }
    __syncthreads();
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < nonzeros) atomicAdd(&y[row[k]], value[k] * x[column[k]]);
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(nonzeros + block - 1) / block, block>>>(rows, nonzeros, row, column, value, x, y);
}
