// verdict: refused
// All of x is kept in shared memory.

template <typename T>
__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int cols) {
    extern __shared__ unsigned char memory[];
    T* sx = (T*)memory;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) sx[i] = x[i];
    __syncthreads();
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * sx[column[k]];
    y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block, int cols) {
    k<<<(rows + block - 1) / block, block, cols * sizeof(T)>>>(rows, row_pointer, column, value, x, y, cols);
}
