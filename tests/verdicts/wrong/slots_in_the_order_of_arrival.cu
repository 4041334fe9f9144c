// verdict: wrong-result
// Rows are written in the order in which their blocks arrive.

// scratch: next int[1]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        int* next) {
    if (threadIdx.x != 0) return;
    const int row = blockIdx.x, slot = atomicAdd(next, 1);
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[slot] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* next, int block) {
    cudaMemset(next, 0, sizeof(int));
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y, next);
}
