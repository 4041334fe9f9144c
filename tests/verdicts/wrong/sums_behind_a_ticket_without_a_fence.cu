// verdict: global-race
// A ticket identifies the last block, but no fence orders the sums before it.

// scratch: total T[rows]
// scratch: ticket int[1]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* total,
                        int* ticket) {
    __shared__ bool is_last;
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    if (row < rows) atomicAdd(&total[row], sum);
    __syncthreads();
    if (threadIdx.x == 0) is_last = atomicAdd(ticket, 1) == gridDim.x - 1;
    __syncthreads();
    if (is_last)
        for (int i = threadIdx.x; i < rows; i += blockDim.x) y[i] = total[i];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* total, int* ticket,
         int block) {
    cudaMemset(total, 0, rows * sizeof(T));
    cudaMemset(ticket, 0, sizeof(int));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, total, ticket);
}
