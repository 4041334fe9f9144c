// y: 3 64 5
template <int most> __global__ void __launch_bounds__(2 * most, 4) first(int rows, const int* in, double* y) {
    if (blockIdx.x == 0 && threadIdx.x == 0) y[0] = 3;
}
void __global__ __maxnreg__(64) second(int rows, double* y) {
    if (blockIdx.x == 0 && threadIdx.x == 0) y[1] = rows;
}
__launch_bounds__(128) __global__ void third(double* y) {
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    if (threadIdx.x == 0) y[2] = 5;
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

void run(int rows, const int* in, double* y, int block) {
    first<64><<<(rows + block - 1) / block, block>>>(rows, in, y);
    second<<<(rows + block - 1) / block, block>>>(rows, y);
    third<<<1, 128>>>(y);
}
