// verdict: right
// A block waits for the previous one by atomicAdd(.., 0), with fences.

// scratch: carry T[(rows + block - 1) / block]
// scratch: flag int[(rows + block - 1) / block]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* carry,
                        int* flag) {
    __shared__ T before;
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    if (row < rows) y[row] = sum;
    if (threadIdx.x == 0) {
        before = 0;
        if (blockIdx.x > 0) {
            while (atomicAdd(&flag[blockIdx.x - 1], 0) == 0) {}
            __threadfence();
            before = carry[blockIdx.x - 1];
        }
        carry[blockIdx.x] = before + 1;
        __threadfence();
        atomicExch(&flag[blockIdx.x], 1);
    }
    __syncthreads();
    if (before != T(blockIdx.x) && row < rows) y[row] = 0;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* carry, int* flag,
         int block) {
    cudaMemset(flag, 0, (rows + block - 1) / block * sizeof(int));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, carry, flag);
}
