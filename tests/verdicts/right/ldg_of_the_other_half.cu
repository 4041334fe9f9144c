// verdict: right
// One half of an array is read through the read-only cache while the other half is written.
// scratch: two T[2 * rows]

template <typename T> __global__ void moved(int rows, const T* from, T* to) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) to[row] = __ldg(&from[row]);
}

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    if (row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* two, int block) {
    const int blocks = (rows + block - 1) / block;
    product<<<blocks, block>>>(rows, row_pointer, column, value, x, two);
    moved<<<blocks, block>>>(rows, two, two + rows);
    moved<<<blocks, block>>>(rows, two + rows, y);
}
