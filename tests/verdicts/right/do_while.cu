// verdict: right
// A do loop, entered only if the row has an entry.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    int k = row_pointer[row];
    const int end = row_pointer[row + 1];
    if (k < end) do
            sum += value[k] * x[column[k]];
        while (++k < end);
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
