// verdict: wrong-result
// Reads ELL row by row, but it is stored column by column.

// format: ell
template <typename T>
__global__ void product(int rows, int width, const int* length, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = 0; k < length[row]; ++k)
        sum += value[(long long)row * width + k] * x[column[(long long)row * width + k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, int width, const int* length, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, width, length, column, value, x, y);
}
