// verdict: right
// Shared memory is filled four elements at a time and read one by one.

// scratch: near float[rows + 4]
template <typename T> __global__ void as_float(int rows, const int* row_pointer, float* near) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows + 4) near[row] = row < rows ? (float)(row_pointer[row + 1] - row_pointer[row]) : 0;
}

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        const float* near) {
    __shared__ float lengths[1024];
    const int first = blockIdx.x * blockDim.x;
    for (int i = 4 * threadIdx.x; i < blockDim.x && first + i < rows; i += 4 * blockDim.x)
        *(float4*)(lengths + i) = *(const float4*)(near + first + i);
    __syncthreads();
    const int row = first + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int begin = row_pointer[row], end = begin + (int)lengths[threadIdx.x];
    for (int k = begin; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, float* near,
         int block) {
    as_float<T><<<(rows + 4 + block - 1) / block, block>>>(rows, row_pointer, near);
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, near);
}
