// verdict: shared-race
// The last lane of a warp reads the end of its row from shared memory, where another warp writes it without a barrier.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    __shared__ int starts[1024];
    starts[threadIdx.x] = row_pointer[row];
    __syncwarp();
    T sum = 0;
    const int end = threadIdx.x + 1 < blockDim.x && row + 1 < rows ? starts[threadIdx.x + 1] : row_pointer[row + 1];
    for (int k = starts[threadIdx.x]; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
