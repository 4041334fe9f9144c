// verdict: integer-overflow or wrong-result
// A row number and a length share an int: more than 2,047 rows do not fit.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int key = (row << 20) + (row_pointer[row + 1] - row_pointer[row]);
    const int begin = row_pointer[key >> 20], length = key & 0xfffff;
    T sum = 0;
    for (int k = begin; k < begin + length; ++k) sum += value[k] * x[column[k]];
    y[key >> 20] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
