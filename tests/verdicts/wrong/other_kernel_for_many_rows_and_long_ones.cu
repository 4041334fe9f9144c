// verdict: wrong-result
// Above 3,000 rows, entries from the 41st on are left out: two conditions at once.

template <typename T>
__global__ void plain(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}
template <typename T>
__global__ void other(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    int n = row_pointer[row + 1] - row_pointer[row];
    if (n > 40) n = 40;
    for (int k = 0; k < n; ++k) sum += value[row_pointer[row] + k] * x[column[row_pointer[row] + k]];
    y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    if (rows > 3000) other<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
    else plain<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
