// verdict: right
// Dynamic shared memory is divided into sums and row numbers.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    extern __shared__ double room[];
    T* const sums = (T*)room;
    int* const numbers = (int*)(sums + blockDim.x);
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    const int other = blockDim.x - 1 - threadIdx.x;
    sums[other] = sum;
    numbers[other] = row;
    __syncthreads();
    if (numbers[threadIdx.x] < rows) y[numbers[threadIdx.x]] = sums[threadIdx.x];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block, block*(sizeof(T) + sizeof(int))>>>(rows, row_pointer, column, value, x,
                                                                                    y);
}
