// refused: 2:39 `__launch_bounds__` applies only to kernels, but `f` is not a kernel.
__device__ int __launch_bounds__(128) f() { return 1; }
__global__ void k(int rows, double* y) {
    y[0] = f();
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
