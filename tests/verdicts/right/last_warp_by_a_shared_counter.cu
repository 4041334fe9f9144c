// verdict: right
// A counter in shared memory identifies the last warp of a block, which reads what all warps wrote.
// scratch: part T[(rows + block - 1) / block * block]
template <typename T>
__global__ void k(int rows, int cols, int nonzeros, const int* row_pointer, const int* column, const T* value,
                  const T* x, T* y, T* part) {
    __shared__ int there;
    if (threadIdx.x == 0) there = 0;
    __syncthreads();
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int j = row_pointer[row]; j < row_pointer[row + 1]; ++j) sum += value[j] * x[column[j]];
    part[row] = sum;
    __threadfence();
    __syncwarp();
    int old = 0;
    if (threadIdx.x % 32 == 0) old = atomicAdd(&there, 1);
    old = __shfl_sync(~0u, old, 0);
    if (old != blockDim.x / 32 - 1) return;
    __syncwarp();
    __threadfence();
    for (int i = threadIdx.x % 32; i < blockDim.x; i += 32) {
        const int r = blockIdx.x * blockDim.x + i;
        if (r < rows) y[r] = part[r];
    }
}
template <typename T>
void run(int rows, int cols, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
         T* part, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, cols, nonzeros, row_pointer, column, value, x, y, part);
}
