// verdict: right
// The last block copies the sums and then resets them and the ticket.

// scratch: total T[rows]
// scratch: ticket unsigned[1]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* total,
                        unsigned* ticket) {
    __shared__ bool is_last;
    const int k = blockIdx.x * blockDim.x + threadIdx.x, nonzeros = row_pointer[rows];
    if (k < nonzeros) {
        int low = 0, high = rows;
        while (high - low > 1) {
            const int middle = low + (high - low) / 2;
            if (row_pointer[middle] <= k) low = middle;
            else high = middle;
        }
        atomicAdd(&total[low], value[k] * x[column[k]]);
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) is_last = atomicAdd(ticket, 1u) == gridDim.x - 1;
    __syncthreads();
    if (!is_last) return;
    for (int i = threadIdx.x; i < rows; i += blockDim.x) {
        y[i] = total[i];
        total[i] = 0;
    }
    if (threadIdx.x == 0) *ticket = 0;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* total,
         unsigned* ticket, int block, int nonzeros) {
    cudaMemset(ticket, 0, sizeof(unsigned));
    cudaMemset(total, 0, rows * sizeof(T));
    product<<<(nonzeros + block) / block, block>>>(rows, row_pointer, column, value, x, y, total, ticket);
}
