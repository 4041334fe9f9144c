// verdict: wrong-result
// The ELL part is computed, but the COO part is not.

// format: hyb
template <typename T>
__global__ void product(int rows, long long leading_dimension, const int* ell_length, const int* ell_column,
                        const T* ell_value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = 0; k < ell_length[row]; ++k)
        sum += ell_value[k * leading_dimension + row] * x[ell_column[k * leading_dimension + row]];
    y[row] = sum;
}

template <typename T>
void run(int rows, long long leading_dimension, const int* ell_length, const int* ell_column, const T* ell_value,
         const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, leading_dimension, ell_length, ell_column, ell_value, x, y);
}
