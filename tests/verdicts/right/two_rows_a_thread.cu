// verdict: right
// Each thread takes two rows that lie a grid apart.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int threads = gridDim.x * blockDim.x;
    for (int turn = 0; turn < 2; ++turn) {
        const int row = turn * threads + blockIdx.x * blockDim.x + threadIdx.x;
        if (row >= rows) continue;
        T sum = 0;
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
        y[row] = sum;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + 2 * block - 1) / (2 * block), block>>>(rows, row_pointer, column, value, x, y);
}
