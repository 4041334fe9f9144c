// refused: 5:29 `__pipeline_memcpy_async` requires an address in global or shared memory.
__global__ void k(int rows, const double* in, double* y) {
    __shared__ double s[32];
    double v = 0;
    __pipeline_memcpy_async(&v, &in[threadIdx.x], 8);
    y[threadIdx.x] = s[threadIdx.x];
}
void run(int rows, const double* x, double* y, int block) {
    k<<<1, 32>>>(rows, x, y);
}
