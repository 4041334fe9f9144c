// verdict: wrong-result
// The position of a nonzero is kept in a float, which is exact only up to 2^24.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) {
        const float place = k;
        sum += value[(int)place] * x[column[(int)place]];
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
