// verdict: wrong-result
// The flag of the previous block is checked once; if it is not set, the sum is left out.

// scratch: flag int[(rows + block - 1) / block]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        int* flag) {
    __shared__ int is_there;
    if (threadIdx.x == 0) is_there = blockIdx.x == 0 || atomicAdd(&flag[blockIdx.x - 1], 0) == 1;
    __syncthreads();
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    if (row < rows) y[row] = is_there ? sum : T(0);
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(&flag[blockIdx.x], 1);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* flag, int block) {
    cudaMemset(flag, 0, (rows + block - 1) / block * sizeof(int));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, flag);
}
