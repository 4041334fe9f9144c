// verdict: wrong-result
// A block adds the carry of the block before it, which may not be there yet.

// scratch: carry T[(rows + block - 1) / block]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        T* carry) {
    const int first = blockIdx.x * blockDim.x;
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    if (row < rows) y[row] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        const T before = blockIdx.x > 0 ? atomicAdd(&carry[blockIdx.x - 1], T(0)) : T(1);
        atomicAdd(&carry[blockIdx.x], T(1));
        if (before == T(0)) y[first] = 0;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* carry, int block) {
    cudaMemset(carry, 0, (rows + block - 1) / block * sizeof(T));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, carry);
}
