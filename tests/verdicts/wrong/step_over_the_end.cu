// verdict: endless-loop or out-of-bounds
// A step of 2 overruns the end of rows of odd length.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k != row_pointer[row + 1]; k += 2) {
        sum += value[k] * x[column[k]];
        if (k + 1 < row_pointer[row + 1]) sum += value[k + 1] * x[column[k + 1]];
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
