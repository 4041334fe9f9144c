// verdict: right
// A ballot gives each thread with work its position in a queue in shared memory, which is then processed.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ int queue[1024];
    __shared__ int length;
    const int mine = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) length = 0;
    __syncthreads();
    const bool has_work = mine < rows && row_pointer[mine + 1] > row_pointer[mine];
    if (mine < rows && !has_work) y[mine] = 0;
    const unsigned all = __ballot_sync(0xffffffff, has_work);
    int first = 0;
    if (lane == 0) first = atomicAdd(&length, __popc(all));
    first = __shfl_sync(0xffffffff, first, 0);
    if (has_work) queue[first + __popc(all & ((1u << lane) - 1))] = mine;
    __syncthreads();
    if (threadIdx.x >= length) return;
    const int row = queue[threadIdx.x];
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
