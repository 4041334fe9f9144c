// verdict: shared-race
// The scan uses one buffer instead of two: a thread overwrites what others still read.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x, t = threadIdx.x;
    T sum = 0;
    for (int k = row_pointer[row] + t; k < row_pointer[row + 1]; k += blockDim.x) sum += value[k] * x[column[k]];
    part[t] = sum;
    __syncthreads();
    for (int distance = 1; distance < blockDim.x; distance *= 2) {
        const T other = t >= distance ? part[t - distance] : 0;
        part[t] += other;
        __syncthreads();
    }
    if (t == blockDim.x - 1) y[row] = part[t];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
