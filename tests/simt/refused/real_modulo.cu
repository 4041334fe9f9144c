// refused: 3:16 Operator `%` requires integers, not `double`.
__global__ void k(int rows, double* y) {
    y[0] = 5.0 % 2.0;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
