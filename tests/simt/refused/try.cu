// refused: 3:5 Exceptions are not supported.
__global__ void k(int rows, double* y) {
    try { y[0] = 1; } catch (int) {}
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
