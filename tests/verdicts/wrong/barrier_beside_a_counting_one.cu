// verdict: divergent-meeting
// Some warps wait at the counting barrier, others at a plain one.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    part[t] = sum;
    int there = 0;
    if (t / 32 % 2 == 0) there = __syncthreads_count(row < rows);
    else __syncthreads();
    if (row < rows && there >= 0) y[row] = part[t];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
