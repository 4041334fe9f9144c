// verdict: right
// const follows the type that it qualifies everywhere.

__device__ double entry(double const* const value, double const* const x, int const* const column, int const k) {
    return value[k] * x[column[k]];
}

void __global__ product(int const rows, int const* row_pointer, int const* column, double const* __restrict__ value,
                        double const* const __restrict__ x, double* const y) {
    int const row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    double sum = 0;
    int const end = row_pointer[row + 1];
    for (int k = row_pointer[row]; k < end; ++k) sum += entry(value, x, column, k);
    y[row] = sum;
}

void run(int const rows, int const* row_pointer, int const* column, double const* value, double const* x, double* y,
         int const block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
