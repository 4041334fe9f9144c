// verdict: global-race
// The first thread fences and takes its ticket before the other warps have written.
// scratch: part T[(rows + block - 1) / block * block]
// scratch: ticket unsigned[1]
template <typename T>
__global__ void k(int rows, int cols, int nonzeros, const int* row_pointer, const int* column, const T* value,
                  const T* x, T* y, T* part, unsigned* ticket) {
    __shared__ bool last;
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int j = row_pointer[row]; j < row_pointer[row + 1]; ++j) sum += value[j] * x[column[j]];
    part[row] = sum;
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    for (int i = threadIdx.x; i < rows; i += blockDim.x) y[i] = part[i];
}
void prepare(unsigned* ticket) { cudaMemset(ticket, 0, sizeof(unsigned)); }
template <typename T>
void run(int rows, int cols, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
         T* part, unsigned* ticket, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, cols, nonzeros, row_pointer, column, value, x, y, part, ticket);
}
