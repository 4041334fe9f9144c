// verdict: wrong-result
// Shared memory has room for 4,096 products of a row.

template <typename T>
__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T p[4096];
    const int row = blockIdx.x;
    const int b = row_pointer[row], n = min(row_pointer[row + 1] - b, 4096);
    for (int j = threadIdx.x; j < n; j += blockDim.x) p[j] = value[b + j] * x[column[b + j]];
    __syncthreads();
    if (threadIdx.x == 0) {
        T sum = 0;
        for (int j = 0; j < n; ++j) sum += p[j];
        y[row] = sum;
    }
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    k<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
