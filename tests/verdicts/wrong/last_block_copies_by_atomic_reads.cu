// verdict: wrong-result
// The block with the last number copies by atomicAdd(.., 0), which does not wait for others either.

// format: coo
// scratch: total T[rows]
template <typename T>
__global__ void product(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y,
                        T* total) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < nonzeros) atomicAdd(&total[row[k]], value[k] * x[column[k]]);
    __threadfence();
    __syncthreads();
    if (blockIdx.x == gridDim.x - 1)
        for (int i = threadIdx.x; i < rows; i += blockDim.x) y[i] = atomicAdd(&total[i], T(0));
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, T* total,
         int block) {
    cudaMemset(total, 0, rows * sizeof(T));
    product<<<(nonzeros + block - 1) / block, block>>>(rows, nonzeros, row, column, value, x, y, total);
}
