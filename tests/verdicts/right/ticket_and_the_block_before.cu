// verdict: right
// Blocks take a ticket and then wait for the block with the previous ticket.
// scratch: ticket int[1]
// scratch: done int[rows / 64 + 2]

template <typename T>
__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* ticket,
                  volatile int* done) {
    __shared__ int number;
    if (threadIdx.x == 0) number = atomicAdd(ticket, 1);
    __syncthreads();
    const int row = number * 64 + threadIdx.x;
    if (row < rows) {
        T s = 0;
        for (int j = row_pointer[row]; j < row_pointer[row + 1]; ++j) s += value[j] * x[column[j]];
        y[row] = s;
    }
    if (threadIdx.x == 0) {
        if (number > 0)
            while (done[number - 1] == 0) {}
        __threadfence();
        done[number] = 1;
    }
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* ticket,
         int* done) {
    const int g = (rows + 63) / 64;
    cudaMemset(ticket, 0, sizeof(int));
    cudaMemset(done, 0, (g + 1) * sizeof(int));
    k<<<g, 64>>>(rows, row_pointer, column, value, x, y, ticket, done);
}
