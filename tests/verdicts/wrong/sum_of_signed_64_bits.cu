// verdict: refused
// CUDA has no atomicAdd for long long.

// scratch: total long long[1]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        long long* total) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int begin = row_pointer[row], end = row_pointer[row + 1];
    T sum = 0;
    for (int k = begin; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
    atomicAdd((long long*)&total[0], (long long)row);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, long long* total,
         int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, total);
}
