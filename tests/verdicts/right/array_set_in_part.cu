// verdict: right
// Only the elements of the local array that were set are read.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T kept[64];
    int count = 0;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) {
        kept[count++] = value[k] * x[column[k]];
        if (count == 64) {
            for (int i = 0; i < count; ++i) sum += kept[i];
            count = 0;
        }
    }
    for (int i = 0; i < count; ++i) sum += kept[i];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
