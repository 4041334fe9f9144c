// verdict: missing-syncwarp
// Both arrays of dynamic shared memory begin at the same byte.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    extern __shared__ int numbers[];
    extern __shared__ double sums[];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    const int other = blockDim.x - 1 - threadIdx.x;
    numbers[other] = row;
    sums[other] = sum;
    __syncthreads();
    if (numbers[threadIdx.x] < rows) y[numbers[threadIdx.x]] = sums[threadIdx.x];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block, block*(sizeof(double) + sizeof(int))>>>(rows, row_pointer, column,
                                                                                         value, x, y);
}
