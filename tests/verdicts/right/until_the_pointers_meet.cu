// verdict: right
// The loop over a row ends when two pointers are equal.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int* c = column + row_pointer[row];
    for (const T *v = value + row_pointer[row], *end = value + row_pointer[row + 1]; v != end; ++v, ++c)
        sum += *v * x[*c];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
