// refused: 3:14 Operator `*` is not defined for pointers.
__global__ void k(int rows, double* y) {
    y[0] = y * 2;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
