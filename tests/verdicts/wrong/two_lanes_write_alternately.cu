// verdict: wrong-result
// The sums of the even and odd entries are written one after the other to the same element.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T even = 0, odd = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k)
        if (k % 2 == 0) even += value[k] * x[column[k]];
        else odd += value[k] * x[column[k]];
    y[row] = even;
    y[row] = odd;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
