// verdict: right
// Pairs of values at even positions are read at once.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    int k = row_pointer[row];
    const int end = row_pointer[row + 1];
    T sum = 0;
    if (k < end && k % 2 == 1) {
        sum += value[k] * x[column[k]];
        ++k;
    }
    for (; k + 1 < end; k += 2) {
        const int2 columns = *(const int2*)(column + k);
        sum += value[k] * x[columns.x] + value[k + 1] * x[columns.y];
    }
    if (k < end) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
