// verdict: global-race
// A block reads through the read-only cache what its threads wrote before the barrier.
// scratch: scratch T[rows]

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        T* scratch) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    if (row < rows) scratch[row] = sum;
    __syncthreads();
    const int other = blockIdx.x * blockDim.x + (blockDim.x - 1 - t);
    if (other < rows) y[other] = __ldg(&scratch[other]);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* scratch, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, scratch);
}
