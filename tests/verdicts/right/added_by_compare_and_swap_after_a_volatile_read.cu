// verdict: right
// The first value of the loop is read through a volatile pointer; atomicCAS checks it.

// format: coo
__device__ void add(double* to, double what) {
    auto* const bits = (unsigned long long*)to;
    unsigned long long old = *(volatile unsigned long long*)bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed,
                        (unsigned long long)__double_as_longlong(__longlong_as_double((long long)assumed) + what));
    } while (assumed != old);
}
__device__ void add(float* to, float what) {
    auto* const bits = (unsigned*)to;
    unsigned old = *(volatile unsigned*)bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_uint(__uint_as_float(assumed) + what));
    } while (assumed != old);
}

template <typename T>
__global__ void product(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < nonzeros) add(&y[row[k]], value[k] * x[column[k]]);
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    cudaMemset(y, 0, rows * sizeof(T));
    if (nonzeros == 0) return;
    product<<<(nonzeros + block - 1) / block, block>>>(nonzeros, row, column, value, x, y);
}
