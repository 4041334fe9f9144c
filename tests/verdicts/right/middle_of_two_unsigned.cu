// verdict: right
// The sum of two indices below 2^31 does not overflow as an unsigned integer.

// format: csr
template <typename T> __global__ void zero(int rows, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) y[row] = 0;
}
template <typename T>
__global__ void k(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const long long entry = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (entry >= nonzeros) return;
    unsigned lo = 0, hi = rows;
    while (hi - lo > 1) {
        const unsigned middle = (lo + hi) / 2;
        if (row_pointer[middle] <= entry) lo = middle;
        else hi = middle;
    }
    atomicAdd(&y[lo], value[entry] * x[column[entry]]);
}
template <typename T>
void run(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
         int block) {
    zero<<<(rows + block - 1) / block, block>>>(rows, y);
    if (nonzeros > 0)
        k<<<((long long)nonzeros + block - 1) / block, block>>>(rows, nonzeros, row_pointer, column, value, x, y);
}
