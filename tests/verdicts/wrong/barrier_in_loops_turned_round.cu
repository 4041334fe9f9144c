// verdict: divergent-meeting
// The first warp repeats the inner loop twice, the others the outer one.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    const int outer = t < 32 ? 1 : 2, inner = 3 - outer;
    part[t] = sum;
    for (int i = 0; i < outer; ++i)
        for (int k = 0; k < inner; ++k) __syncthreads();
    if (row < rows) y[row] = part[t];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
