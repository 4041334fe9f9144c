// verdict: wrong-result
// Each thread of a block sums a part of the row, but only the part of thread 0 is written.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x;
    T sum = 0;
    for (int k = row_pointer[row] + threadIdx.x; k < row_pointer[row + 1]; k += blockDim.x)
        sum += value[k] * x[column[k]];
    if (threadIdx.x == 0) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
