// y = A x in ELL, a thread for each row.
// format: ell

template <typename T>
__global__ void ell_rows(int rows, long long leading_dimension, const int* length, const int* column, const T* value,
                         const T* x, T* y) {
    const int row = threadIdx.x * gridDim.x + blockIdx.x; // the rows of a warp lie gridDim.x apart
    if (row >= rows) return;
    T sum = 0;
    const int end = length[row];
    for (int k = 0; k < end; ++k) {
        const long long slot = k * leading_dimension + row;
        sum += value[slot] * x[column[slot]];
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, long long leading_dimension, const int* length, const int* column, const T* value, const T* x, T* y,
         int block) {
    const int grid = (rows + block - 1) / block;
    ell_rows<<<grid, block>>>(rows, leading_dimension, length, column, value, x, y);
}
