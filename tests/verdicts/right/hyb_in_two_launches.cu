// verdict: right
// The COO part is added atomically in a second launch.

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
__global__ void add_rest(int coo_nonzeros, const int* coo_row, const int* coo_column, const T* coo_value, const T* x,
                         T* y) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < coo_nonzeros) atomicAdd(&y[coo_row[k]], coo_value[k] * x[coo_column[k]]);
}

template <typename T>
void run(int rows, int coo_nonzeros, long long leading_dimension, const int* ell_length, const int* ell_column,
         const T* ell_value, const int* coo_row, const int* coo_column, const T* coo_value, const T* x, T* y,
         int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, leading_dimension, ell_length, ell_column, ell_value, x, y);
    if (coo_nonzeros > 0)
        add_rest<<<(coo_nonzeros + block - 1) / block, block>>>(coo_nonzeros, coo_row, coo_column, coo_value, x, y);
}
