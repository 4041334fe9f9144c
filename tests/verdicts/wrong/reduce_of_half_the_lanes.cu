// verdict: absent-mask
// The maximum is taken over all lanes, but half of them are in the other branch.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    const int length = row < rows ? row_pointer[row + 1] - row_pointer[row] : 0;
    int longest = 0;
    if (threadIdx.x % 32 < 16) longest = __reduce_max_sync(0xffffffff, length);
    else longest = length;
    T sum = 0;
    for (int k = 0; k < longest; ++k)
        if (k < length) sum += value[row_pointer[row] + k] * x[column[row_pointer[row] + k]];
    if (row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
