// verdict: unwritten-shared
// A tree over 128 elements, but the lanes of short rows write none.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[1024];
    const int row = blockIdx.x;
    const int length = row_pointer[row + 1] - row_pointer[row];
    for (int k = threadIdx.x; k < length; k += blockDim.x)
        part[threadIdx.x] = (k < (int)blockDim.x ? 0 : part[threadIdx.x]) +
                            value[row_pointer[row] + k] * x[column[row_pointer[row] + k]];
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) y[row] = part[0];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
