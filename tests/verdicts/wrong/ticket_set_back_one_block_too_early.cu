// verdict: global-race or wrong-result
// The second-to-last block resets the ticket while the last one takes its own.

// scratch: part T[(rows + block - 1) / block * block]
// scratch: ticket int[1]
__global__ void clear(int* ticket) { ticket[0] = 0; }

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* part,
                        int* ticket) {
    __shared__ bool is_last;
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    part[row] = sum;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        const int number = atomicAdd(ticket, 1);
        is_last = number == gridDim.x - 1;
        if (number == gridDim.x - 2) *ticket = 0;
    }
    __syncthreads();
    if (!is_last) return;
    for (int i = threadIdx.x; i < rows; i += blockDim.x) y[i] = part[i];
}

template <typename T> void prepare(T* part, int* ticket) { clear<<<1, 1>>>(ticket); }

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* part, int* ticket,
         int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, part, ticket);
}
