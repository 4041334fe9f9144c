// verdict: wrong-result
// A failed atomicCAS is not retried, so additions are lost.

// format: coo
template <typename T> __global__ void zero(int rows, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) y[row] = 0;
}

template <typename T>
__global__ void product(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= nonzeros) return;
    const double old = y[row[k]];
    atomicCAS((unsigned long long*)&y[row[k]], (unsigned long long)__double_as_longlong(old),
              (unsigned long long)__double_as_longlong(old + value[k] * x[column[k]]));
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    zero<<<(rows + block - 1) / block, block>>>(rows, y);
    product<<<(nonzeros + block - 1) / block, block>>>(nonzeros, row, column, value, x, y);
}
