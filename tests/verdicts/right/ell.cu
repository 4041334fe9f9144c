// verdict: right
// Plain ELL.

// format: ell
template <typename T>
__global__ void product(int rows, long long leading_dimension, const int* length, const int* column, const T* value,
                        const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = 0; k < length[row]; ++k)
        sum += value[k * leading_dimension + row] * x[column[k * leading_dimension + row]];
    y[row] = sum;
}

template <typename T>
void run(int rows, long long leading_dimension, const int* length, const int* column, const T* value, const T* x, T* y,
         int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, leading_dimension, length, column, value, x, y);
}
