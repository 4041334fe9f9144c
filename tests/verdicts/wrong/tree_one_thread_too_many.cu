// verdict: shared-race or wrong-result
// In each step of the tree, one thread too many adds, so its value counts twice.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x, t = threadIdx.x;
    T sum = 0;
    for (int k = row_pointer[row] + t; k < row_pointer[row + 1]; k += blockDim.x) sum += value[k] * x[column[k]];
    part[t] = sum;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t <= d) part[t] += part[t + d];
        __syncthreads();
    }
    if (t == 0) y[row] = part[0];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
