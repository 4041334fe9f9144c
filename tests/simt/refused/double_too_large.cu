// refused: 3:12 Floating-point constant `1e309` is too large for `double`.
__global__ void k(int rows, double* y) {
    y[0] = 1e309;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
