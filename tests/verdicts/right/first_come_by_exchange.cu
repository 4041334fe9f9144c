// verdict: right
// A plain read avoids most exchanges; the thread whose exchange returns 0 writes the row.

// scratch: taken int[rows]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        int* taken) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 4;
    if (row >= rows || taken[row] != 0) return;
    if (atomicExch(&taken[row], 1) != 0) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* taken, int block) {
    cudaMemset(taken, 0, rows * sizeof(int));
    product<<<(4 * rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, taken);
}
// warned: 8 19
