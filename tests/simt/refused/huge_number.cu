// refused: 3:12 Integer constant `99999999999999999999` is too large for any integer type.
__global__ void k(int rows, double* y) {
    y[0] = 99999999999999999999;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
