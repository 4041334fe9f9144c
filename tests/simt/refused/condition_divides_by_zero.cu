// refused: 2:7 Division by zero.
#if 1 / NO
#endif
__global__ void k(int rows, double* y) {
    y[0] = rows;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
