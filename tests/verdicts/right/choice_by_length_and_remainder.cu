// verdict: right
// Branches on the length of a row and the remainder of its index; both branches are right.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int begin = row_pointer[row], end = row_pointer[row + 1];
    T sum = 0;
    const int step = end - begin > 64 && row % 3 == 1 ? 2 : 1;
    for (int s = 0; s < step; ++s)
        for (int k = begin + s; k < end; k += step) sum += value[k] * x[column[k]];
    y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
