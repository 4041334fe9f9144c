// refused: 2:1 `__shared__` variables must be declared inside a kernel.
__shared__ double s[4];
__global__ void k(int rows, double* y) { y[0] = rows; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
