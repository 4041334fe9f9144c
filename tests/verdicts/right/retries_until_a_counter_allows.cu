// verdict: right
// The warps of a block take turns by a counter in shared memory, spinning until it is their turn.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ int turn;
    if (threadIdx.x == 0) turn = 0;
    __syncthreads();
    const int warp = threadIdx.x / 32;
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    while (atomicAdd(&turn, 0) != warp) {}
    if (row < rows) y[row] = sum;
    __syncwarp();
    if (threadIdx.x % 32 == 0) atomicAdd(&turn, 1);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
