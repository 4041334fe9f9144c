// verdict: right
// constexpr values and a lookup table in a local array.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    constexpr int step = 2;
    const int offset[step] = {0, 1};
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int o = 0; o < step; ++o)
        for (int k = row_pointer[row] + offset[o]; k < row_pointer[row + 1]; k += step) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
