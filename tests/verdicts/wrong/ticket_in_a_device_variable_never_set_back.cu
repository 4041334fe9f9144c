// verdict: wrong-result
// A device variable counts the blocks and is not reset for the second run.

// scratch: part T[(rows + block - 1) / block * block]
__device__ unsigned int finished = 0;

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        T* part) {
    __shared__ bool is_last;
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    part[row] = sum;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        const unsigned int ticket = atomicInc(&finished, gridDim.x);
        is_last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last) return;
    for (int i = threadIdx.x; i < rows; i += blockDim.x) y[i] = part[i];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* part, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, part);
}
