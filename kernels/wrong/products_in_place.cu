// finding: input-write line 16
// matrix: laplace2d:n=20
// To save an array, the products overwrite the values. A cast removes the const that forbids this. The first call is
// correct, but afterward the matrix contains products, and each further call multiplies them by x again. The kernel
// seems to work because tests check the result after a single call. But solvers, timings and other kernels use the
// same matrix again. Write the products to a scratch array instead.
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
