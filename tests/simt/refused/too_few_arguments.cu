// refused: 4:12 `f` requires 2 arguments, but 1 was given.
__device__ int f(int a, int b) { return a + b; }
__global__ void k(int rows, double* y) {
    y[0] = f(1);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
