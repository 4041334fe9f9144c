// verdict: wrong-result
// The warps of a block take rows in order of arrival but write them in order of warp index.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ int next;
    if (threadIdx.x == 0) next = 0;
    __syncthreads();
    const int lane = threadIdx.x % 32, warps = blockDim.x / 32, first = blockIdx.x * warps;
    int taken = 0;
    if (lane == 0) taken = atomicAdd(&next, 1);
    taken = __shfl_sync(0xffffffff, taken, 0);
    const int row = first + taken, to = first + threadIdx.x / 32;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    for (int s = 16; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffff, sum, s);
    if (lane == 0 && to < rows) y[to] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block / 32 - 1) / (block / 32), block>>>(rows, row_pointer, column, value, x, y);
}
