// refused: 3:12 A character stands alone between two apostrophes.
__global__ void k(int rows, double* y) {
    y[0] = 'ab';
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
