// verdict: right
// Each launch handles a strip of columns and adds to y.

template <typename T>
__global__ void product(int rows, int from, int to, const int* row_pointer, const int* column, const T* value,
                        const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = from == 0 ? 0 : y[row];
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k)
        if (column[k] >= from && column[k] < to) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, int cols, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    for (int from = 0; from < cols; from += 150)
        product<<<(rows + block - 1) / block, block>>>(rows, from, min(from + 150, cols), row_pointer, column, value, x,
                                                       y);
}
