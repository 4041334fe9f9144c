// verdict: wrong-result
// format: ell
// The slot index is computed in a float, which is exact only up to 2^24.

template <typename T>
__global__ void product(int rows, long long leading_dimension, const int* length, const int* column, const T* value,
                        const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = 0; k < length[row]; ++k) {
        const float slot = (float)k * leading_dimension + row;
        sum += value[(long long)slot] * x[column[(long long)slot]];
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, long long leading_dimension, const int* length, const int* column, const T* value, const T* x, T* y,
         int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, leading_dimension, length, column, value, x, y);
}
