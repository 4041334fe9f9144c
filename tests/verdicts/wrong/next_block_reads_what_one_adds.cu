// verdict: global-race
// A thread adds to the sum of its row while a thread of the next block reads it.

// scratch: total T[rows]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        T* total) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    if (row < rows) atomicAdd(&total[row], sum);
    __syncthreads();
    const int before = row - blockDim.x;
    if (before >= 0 && before < rows) y[before] = total[before];
    if (blockIdx.x == gridDim.x - 1 && row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* total, int block) {
    cudaMemset(total, 0, rows * sizeof(T));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, total);
}
