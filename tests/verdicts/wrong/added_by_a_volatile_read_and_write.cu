// verdict: global-race
// The sum is read and written through a volatile pointer, which is no atomic operation.

// format: coo
__device__ void add(double* to, double what) {
    auto* const bits = (unsigned long long*)to;
    *(volatile double*)to = *(volatile double*)to + what;
    if (bits == nullptr) return;
}
__device__ void add(float* to, float what) {
    auto* const bits = (unsigned*)to;
    *(volatile float*)to = *(volatile float*)to + what;
    if (bits == nullptr) return;
}

template <typename T>
__global__ void product(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < nonzeros) add(&y[row[k]], value[k] * x[column[k]]);
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    cudaMemset(y, 0, rows * sizeof(T));
    product<<<(nonzeros + block - 1) / block, block>>>(nonzeros, row, column, value, x, y);
}
