// verdict: right
// Adds with atomicCAS on the bits, retrying until it succeeds.

// format: coo
__device__ void add(double* to, double what) {
    auto* const bits = (unsigned long long*)to;
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed,
                        (unsigned long long)__double_as_longlong(__longlong_as_double((long long)assumed) + what));
    } while (assumed != old);
}
__device__ void add(float* to, float what) { atomicAdd(to, what); }

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
// warned: 25
