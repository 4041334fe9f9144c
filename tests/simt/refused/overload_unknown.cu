// refused: 4:49 No overload of `f` matches the argument types (double*, int).
__device__ int f(int a) { return 1; }
__device__ int f(double a, int b) { return 2; }
__global__ void k(int rows, double* y) { y[0] = f(y, rows); }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
