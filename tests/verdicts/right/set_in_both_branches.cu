// verdict: right
// Both branches set the variable.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum;
    if (row_pointer[row + 1] > row_pointer[row]) sum = value[row_pointer[row]] * x[column[row_pointer[row]]];
    else sum = 0;
    for (int k = row_pointer[row] + 1; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
