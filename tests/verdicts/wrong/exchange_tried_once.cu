// verdict: wrong-result or global-race
// Compare and swap is tried once: where another thread was first, a product is lost.

__global__ void product(int rows, const int* row_pointer, const int* column, const double* value, const double* x,
                        double* y, int nonzeros) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= row_pointer[rows]) return;
    int low = 0, high = rows;
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        if (row_pointer[middle] <= k) low = middle;
        else high = middle - 1;
    }
    unsigned long long* at = (unsigned long long*)&y[low];
    const unsigned long long old = *at;
    atomicCAS(at, old, (unsigned long long)__double_as_longlong(__longlong_as_double(old) + value[k] * x[column[k]]));
}

void run(int rows, const int* row_pointer, const int* column, const double* value, const double* x, double* y,
         int nonzeros, int block) {
    cudaMemset(y, 0, rows * sizeof(double));
    product<<<nonzeros / block + 1, block>>>(rows, row_pointer, column, value, x, y, nonzeros);
}
