// verdict: divergent-meeting
// One function with a barrier is called in both branches.

template <typename T> __device__ T meet(const T* part, int t) {
    __syncthreads();
    return part[t];
}

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    part[t] = sum;
    T mine;
    if (t < 32) mine = meet(part, t);
    else mine = meet(part, t);
    if (row < rows) y[row] = mine;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
