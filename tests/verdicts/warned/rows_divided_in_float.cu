// verdict: right
// warned: 20
// says: 16,777,216
// run computes the number of blocks by a float division.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const float all = rows;
    float blocks = all / block;
    blocks = blocks + 0.9999f;
    const int grid = (int)blocks;

    product<<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
