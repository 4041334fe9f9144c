// finding: input-write line 16
// matrix: laplace2d:n=20
// The products overwrite the values to save an array: a cast removes the const that forbids it. The first call is
// correct; after that, the matrix holds products, and each call multiplies them by x once more. It seems to work
// because tests check the result after a single call. Solvers, timings and other kernels use the same matrix again. A
// const parameter is a promise to all of them; a scratch array costs one line.
// format: csr

template <typename T>
__global__ void products_in_place(int rows, const int* row_pointer, const int* column, const T* value, const T* x,
                                  T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    T sum = 0;
    for (int k = row_pointer[i]; k < row_pointer[i + 1]; ++k) {
        ((T*)value)[k] *= x[column[k]];
        sum += value[k];
    }
    y[i] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    products_in_place<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
