// verdict: right
// A scan alternates between two arrays, with one barrier per step.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[2][1024];
    const int row = blockIdx.x, t = threadIdx.x;
    T sum = 0;
    for (int k = row_pointer[row] + t; k < row_pointer[row + 1]; k += blockDim.x) sum += value[k] * x[column[k]];
    part[0][t] = sum;
    int from = 0;
    for (int d = 1; d < blockDim.x; d *= 2) {
        __syncthreads();
        part[1 - from][t] = part[from][t] + (t >= d ? part[from][t - d] : 0);
        from = 1 - from;
    }
    if (t == blockDim.x - 1) y[row] = part[from][t];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
