// verdict: right
// A scan in two buffers needs one barrier a step.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[2][1024];
    const int row = blockIdx.x, t = threadIdx.x;
    T sum = 0;
    for (int k = row_pointer[row] + t; k < row_pointer[row + 1]; k += blockDim.x) sum += value[k] * x[column[k]];
    int now = 0;
    part[now][t] = sum;
    __syncthreads();
    for (int distance = 1; distance < blockDim.x; distance *= 2) {
        part[1 - now][t] = part[now][t] + (t >= distance ? part[now][t - distance] : 0);
        now = 1 - now;
        __syncthreads();
    }
    if (t == blockDim.x - 1) y[row] = part[now][t];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
