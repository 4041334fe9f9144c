// finding: wrong-result
// matrix: laplace2d:n=20
// x: infinity in column 0
// ELL without row lengths: padding is a 0 in column 0, so 0 times x[0] is added to every row that is shorter than the
// longest one. If x[0] is infinite or NaN, this gives NaN in rows that do not depend on column 0. The kernel seems to
// work with every finite x. A diverging solver reveals the bug: a single infinity destroys all of y.
// format: ell

template <typename T>
__global__ void padding_counts(int rows, int width, long long leading_dimension, const int* column, const T* value,
                               const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = 0; k < width; ++k) {
        const long long slot = k * leading_dimension + row;
        sum += value[slot] * x[column[slot]];
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, int width, long long leading_dimension, const int* column, const T* value, const T* x, T* y,
         int block) {
    const int grid = (rows + block - 1) / block;
    padding_counts<<<grid, block>>>(rows, width, leading_dimension, column, value, x, y);
}
