// verdict: global-race
// A thread checks whether its row is the longest while others still compare theirs.

// scratch: longest int[1]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        int* longest) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int length = row_pointer[row + 1] - row_pointer[row];
    atomicMax(longest, length);
    T sum = 0;
    for (int k = 0; k < longest[0]; ++k)
        if (k < length) sum += value[row_pointer[row] + k] * x[column[row_pointer[row] + k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* longest,
         int block) {
    cudaMemset(longest, 0, sizeof(int));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, longest);
}
