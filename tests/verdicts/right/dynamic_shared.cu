// verdict: right
// block: 128
// Shared memory whose size is set at launch.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    extern __shared__ char bytes[];
    T* part = (T*)bytes;
    const int row = blockIdx.x;
    T sum = 0;
    for (int k = row_pointer[row] + threadIdx.x; k < row_pointer[row + 1]; k += blockDim.x)
        sum += value[k] * x[column[k]];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) y[row] = part[0];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, block, block * sizeof(T)>>>(rows, row_pointer, column, value, x, y);
}
