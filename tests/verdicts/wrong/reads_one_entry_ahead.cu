// verdict: out-of-bounds
// The next entry is read before the loop checks that it exists.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int begin = row_pointer[row], end = row_pointer[row + 1];
    T sum = 0, next = begin < end ? value[begin] * x[column[begin]] : 0;
    for (int k = begin; k < end; ++k) {
        sum += next;
        next = value[k + 1] * x[column[k + 1]];
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
