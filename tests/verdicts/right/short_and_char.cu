// verdict: right
// Small integer types count the entries in a piece of a row.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int first = row_pointer[row]; first < row_pointer[row + 1]; first += 1000) {
        const short length = (short)min(row_pointer[row + 1] - first, 1000);
        for (short i = 0; i < length; ++i) sum += value[first + i] * x[column[first + i]];
    }
    const char sign = sum < 0 ? -1 : 1;
    y[row] = sign * (sign * sum);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
