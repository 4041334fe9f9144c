// verdict: wrong-result
// An empty row gets the sum of the row above.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    int from = row;
    while (from > 0 && row_pointer[from] == row_pointer[from + 1]) --from;
    T sum = 0;
    for (int k = row_pointer[from]; k < row_pointer[from + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
