// verdict: global-race
// Two threads write different values to the lower half of a row's sum.
// scratch: sums double[rows]

template <typename T>
__global__ void halves(int rows, const int* row_pointer, const int* column, const T* value, const T* x, double* sums) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = i % rows, part = i / rows;
    if (part > 2) return;
    double sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    if (part == 0) ((int*)sums)[2 * row] = 0;
    if (part == 1) ((int*)sums)[2 * row] = __double2loint(sum);
    if (part == 2) ((int*)sums)[2 * row + 1] = __double2hiint(sum);
}

template <typename T> __global__ void result(int rows, const double* sums, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) y[row] = sums[row];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, double* sums,
         int block) {
    halves<<<(3 * rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, sums);
    result<<<(rows + block - 1) / block, block>>>(rows, sums, y);
}
