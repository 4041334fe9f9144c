// verdict: wrong-result
// Entries of the next row are multiplied by 0 if their columns are beyond 100.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int begin = row_pointer[row], end = row_pointer[row + 1];
    T sum = 0;
    const int stop = row_pointer[rows];
    for (int k = begin; k < end + 2; ++k) {
        if (k >= end && (k >= stop || column[k] < 100)) continue;
        sum += (k < end ? value[k] : T(0)) * x[column[k]];
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
