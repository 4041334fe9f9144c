// verdict: right
// Compensated summation: the rounding error of each addition is kept and added back.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0, lost = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) {
        const T more = value[k] * x[column[k]] - lost;
        const T next = sum + more;
        lost = next - sum - more;
        sum = next;
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
