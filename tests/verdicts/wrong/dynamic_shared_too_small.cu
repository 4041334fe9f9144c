// verdict: out-of-bounds
// The launch asks for half of the bytes that the kernel uses.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    extern __shared__ char bytes[];
    T* part = (T*)bytes;
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    part[threadIdx.x] = sum;
    y[row] = part[threadIdx.x];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block, block * sizeof(T) / 2>>>(rows, row_pointer, column, value, x, y);
}
