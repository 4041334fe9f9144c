// refused: 3:12 `1lL` is not a valid number.
__global__ void k(int rows, double* y) {
    y[0] = 1lL;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
