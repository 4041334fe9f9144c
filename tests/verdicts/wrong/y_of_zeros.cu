// verdict: wrong-result
// y is only set to 0.

template <typename T> __global__ void set_to_zero(int rows, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) y[i] = 0;
}

template <typename T> void run(int rows, T* y, int block) {
    set_to_zero<<<(rows + block - 1) / block, block>>>(rows, y);
}
