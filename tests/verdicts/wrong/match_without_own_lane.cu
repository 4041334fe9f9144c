// verdict: absent-mask
// The mask of the match leaves out the lane that calls it.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    const int length = row < rows ? row_pointer[row + 1] - row_pointer[row] : 0;
    const unsigned alike = __match_any_sync(0xfffffffe, length);
    T sum = 0;
    for (int k = 0; k < length; ++k) sum += value[row_pointer[row] + k] * x[column[row_pointer[row] + k]];
    if (row < rows && alike != 0) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
