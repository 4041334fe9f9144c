// verdict: right
// A thread computes three rows, with their sums in an array.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int first = 3 * (blockIdx.x * blockDim.x + threadIdx.x);
    T sums[3] = {0, 0, 0};
    for (int r = 0; r < 3; ++r)
        if (first + r < rows)
            for (int k = row_pointer[first + r]; k < row_pointer[first + r + 1]; ++k)
                sums[r] += value[k] * x[column[k]];
    for (int r = 2; r >= 0; --r)
        if (first + r < rows) y[first + r] = sums[r];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + 3 * block - 1) / (3 * block), block>>>(rows, row_pointer, column, value, x, y);
}
