// verdict: unwritten-global or wrong-result
// The sums are computed before the products.

// scratch: product T[nonzeros]
template <typename T>
__global__ void multiply(int nonzeros, const int* column, const T* value, const T* x, T* product) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < nonzeros) product[k] = value[k] * x[column[k]];
}

template <typename T> __global__ void add_up(int rows, const int* row_pointer, const T* product, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += product[k];
    y[row] = sum;
}

template <typename T>
void run(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
         T* product, int block) {
    add_up<<<(rows + block - 1) / block, block>>>(rows, row_pointer, product, y);
    multiply<<<(nonzeros + block - 1) / block, block>>>(nonzeros, column, value, x, product);
}
