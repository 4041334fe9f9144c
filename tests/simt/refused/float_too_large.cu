// refused: 3:12 Floating-point constant `1e39f` is too large for `float`.
__global__ void k(int rows, double* y) {
    y[0] = 1e39f;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
