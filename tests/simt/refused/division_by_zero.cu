// refused: 3:17 Division by zero.
__global__ void k(int rows, double* y) {
    y[0] = rows / 0;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
