// refused: 4:49 The call to `f` is ambiguous. Candidates are declared on line 2, line 3.
__device__ int f(int a, double b) { return 1; }
__device__ int f(double a, int b) { return 2; }
__global__ void k(int rows, double* y) { y[0] = f(rows, rows); }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
