// verdict: wrong-result
// The rows are divided evenly among the threads of eight blocks, and the remainder is left out.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int each = rows / (gridDim.x * blockDim.x), first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    for (int row = first; row < first + each; ++row) {
        T sum = 0;
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
        y[row] = sum;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<8, block>>>(rows, row_pointer, column, value, x, y);
}
