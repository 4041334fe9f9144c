// verdict: right
// More than 48 KB of dynamic shared memory, with the attribute that allows it.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    extern __shared__ double part[];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = 0;
    if (row >= rows) return;
    T sum = part[threadIdx.x];
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    cudaFuncSetAttribute(product<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, 60 * 1024);
    product<<<(rows + block - 1) / block, block, 60 * 1024>>>(rows, row_pointer, column, value, x, y);
}
