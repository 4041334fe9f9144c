// refused: 4:29 A pointer to const cannot be used to modify memory.
__global__ void k(int rows, const double* in, double* y) {
    __shared__ double s[32];
    __pipeline_memcpy_async(&in[threadIdx.x], &in[threadIdx.x], 8);
    y[threadIdx.x] = s[threadIdx.x];
}
void run(int rows, const double* x, double* y, int block) {
    k<<<1, 32>>>(rows, x, y);
}
