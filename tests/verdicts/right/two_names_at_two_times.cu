// verdict: right
// Two functions declare dynamic shared memory under different names, one after the other.

template <typename T> __device__ T by_sums(T mine) {
    extern __shared__ double sums[];
    sums[threadIdx.x] = mine;
    __syncthreads();
    const T other = sums[threadIdx.x ^ 1];
    __syncthreads();
    return other;
}
__device__ int by_numbers(int mine) {
    extern __shared__ int numbers[];
    numbers[threadIdx.x] = mine;
    __syncthreads();
    return numbers[threadIdx.x ^ 1];
}

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    const T other = by_sums(sum);
    const int other_row = by_numbers(row);
    if (other_row < rows) y[other_row] = other;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block, block * sizeof(double)>>>(rows, row_pointer, column, value, x, y);
}
