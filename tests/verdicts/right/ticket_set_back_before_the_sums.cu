// verdict: right
// The last block resets the ticket before it reads the sums of the others.

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
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        const unsigned number = atomicAdd(ticket, 1u);
        is_last = number == gridDim.x - 1;
        if (is_last) {
            *ticket = 0;
            __threadfence();
        }
    }
    __syncthreads();
    if (!is_last) return;
    for (int i = threadIdx.x; i < rows; i += blockDim.x) y[i] = part[i];
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* part,
         unsigned* ticket, int block) {
    cudaMemset(ticket, 0, sizeof(int));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, part, ticket);
}
