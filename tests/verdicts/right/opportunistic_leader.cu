// verdict: right
// The active lanes elect a leader, which adds their number for all of them.

// scratch: entries int[1]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        int* entries) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
    if (row % 3 == 0) {
        const unsigned here = __activemask();
        if (threadIdx.x % 32 == __ffs(here) - 1) atomicAdd(entries, __popc(here));
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* entries,
         int block) {
    cudaMemset(entries, 0, sizeof(int));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, entries);
}
