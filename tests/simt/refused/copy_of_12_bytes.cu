// refused: 4:64 The size of an asynchronous copy must be 4, 8, or 16 bytes.
__global__ void k(int rows, const double* in, double* y) {
    __shared__ double s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 12);
    y[threadIdx.x] = s[threadIdx.x];
}
void run(int rows, const double* x, double* y, int block) {
    k<<<1, 32>>>(rows, x, y);
}
