// refused: 2:46 Recursion is not supported: `f` calls itself.
__device__ int f(int n) { return n < 1 ? 1 : f(n - 1); }
__global__ void k(int rows, double* y) {
    y[0] = f(3);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
