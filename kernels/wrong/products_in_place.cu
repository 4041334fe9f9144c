// finding: input-write line 16
// matrix: laplace2d:n=20
// The products are kept where the values were, to save an array: a cast takes away the const that forbids it. The first
// call is right; from then on the matrix holds products, and each call multiplies them by x once more.
// It seems to work because a result is looked at once, after one call. Solvers, timings and the kernels beside this one use
// the same matrix again. A const in a parameter is a promise to all of them; a scratch array costs a line.
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
