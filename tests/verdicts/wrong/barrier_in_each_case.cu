// verdict: divergent-meeting
// Each case of a switch over the warp has a barrier of its own.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    part[t] = sum;
    switch (t / 32 % 3) {
    case 0: __syncthreads(); break;
    case 1:
        part[t] += 0;
        __syncthreads();
        break;
    default: __syncthreads(); break;
    }
    if (row < rows) y[row] = part[t];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
