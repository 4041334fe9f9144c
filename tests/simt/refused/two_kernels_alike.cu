// refused: 3:17 Function `k` is already declared on line 2.
__global__ void k(int rows, double* y) { y[0] = rows; }
__global__ void k(double* y) { y[0] = 1; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
