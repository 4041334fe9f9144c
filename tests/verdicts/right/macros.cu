// verdict: right
// Macros with and without parameters form the loop.

#define MINE (blockIdx.x * blockDim.x + threadIdx.x)
#define EACH(k, row) for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k)
#define TERM(k) (value[k] * x[column[k]])

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = MINE;
    if (row >= rows) return;
    T sum = 0;
    EACH(k, row) sum += TERM(k);
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
