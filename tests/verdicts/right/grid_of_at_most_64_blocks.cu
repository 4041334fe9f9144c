// verdict: right
// At most 64 blocks are launched; their threads loop over the remaining rows.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
        T sum = 0;
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
        y[row] = sum;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<min((rows + block - 1) / block, 64), block>>>(rows, row_pointer, column, value, x, y);
}
// warned: 6
