// verdict: global-race
// The last block adds up what the others wrote, through the read-only cache.
// scratch: scratch T[rows]
// scratch: ticket int[1]

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        T* scratch, int* ticket) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    __shared__ int number;
    if (row < rows) scratch[row] = sum;
    __threadfence();
    __syncthreads();
    if (t == 0) number = atomicAdd(ticket, 1);
    __syncthreads();
    if (number == gridDim.x - 1)
        for (int i = t; i < rows; i += blockDim.x) y[i] = __ldg(&scratch[i]);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* scratch, int* ticket,
         int block) {
    cudaMemset(ticket, 0, sizeof(int));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, scratch, ticket);
}
