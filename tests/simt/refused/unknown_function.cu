// refused: 3:12 Function `sqrtt` is not declared.
__global__ void k(int rows, double* y) {
    y[0] = sqrtt(2.0);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
