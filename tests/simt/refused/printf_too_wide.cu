// refused: 3:5 The field width or precision is too large.
__global__ void k(int rows, double* y) {
    printf("%5000d", rows);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
