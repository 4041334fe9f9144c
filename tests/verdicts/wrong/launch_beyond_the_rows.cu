// verdict: out-of-bounds
// The second launch starts past the rows of the first and checks no bound.

template <typename T>
__global__ void product(int first, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = first + blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int whole = rows / block;
    if (whole > 0) product<<<whole, block>>>(0, row_pointer, column, value, x, y);
    if (rows % block != 0) product<<<1, block>>>(whole * block, row_pointer, column, value, x, y);
}
