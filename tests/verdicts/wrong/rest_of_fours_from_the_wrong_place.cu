// verdict: wrong-result
// Four entries per iteration; the remainder starts at the wrong entry.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int begin = row_pointer[row], end = row_pointer[row + 1];
    int k = begin;
    for (; k + 3 < end; k += 4)
        sum += value[k] * x[column[k]] + value[k + 1] * x[column[k + 1]] + value[k + 2] * x[column[k + 2]] +
               value[k + 3] * x[column[k + 3]];
    for (k = begin + (end - begin) / 4; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
