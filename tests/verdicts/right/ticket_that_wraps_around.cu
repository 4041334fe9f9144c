// verdict: right
// atomicInc hands out the tickets and wraps around by itself, as in NVIDIA's reduction sample.

// scratch: part T[(rows + block - 1) / block * block]
// scratch: ticket unsigned[1]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* part,
                        unsigned* ticket) {
    __shared__ bool is_last;
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    part[row] = sum;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (is_last)
        for (int i = threadIdx.x; i < rows; i += blockDim.x) y[i] = part[i];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* part,
         unsigned* ticket, int block) {
    cudaMemset(ticket, 0, sizeof(unsigned));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, part, ticket);
}
