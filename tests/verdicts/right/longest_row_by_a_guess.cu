// verdict: right
// A plain comparison avoids most atomic maxima; the atomic operation repeats the check.

// scratch: longest int[1]
template <typename T> __global__ void find(int rows, const int* row_pointer, int* longest) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int length = row_pointer[row + 1] - row_pointer[row];
    if (length > longest[0]) atomicMax(longest, length);
}
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        const int* longest) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int first = row_pointer[row], length = row_pointer[row + 1] - first;
    for (int k = 0; k < longest[0]; ++k)
        if (k < length) sum += value[first + k] * x[column[first + k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* longest,
         int block) {
    cudaMemset(longest, 0, sizeof(int));
    find<T><<<(rows + block - 1) / block, block>>>(rows, row_pointer, longest);
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, longest);
}
