// verdict: right
// atomicDec counts down and wraps around.

// scratch: total unsigned[1]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        unsigned* total) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int begin = row_pointer[row], end = row_pointer[row + 1];
    T sum = 0;
    for (int k = begin; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
    atomicDec(total, 7u);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, unsigned* total,
         int block) {
    cudaMemset(total, 0, sizeof(unsigned));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, total);
}
