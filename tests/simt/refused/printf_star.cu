// refused: 3:21 The argument of `*` in a format must be an integer.
__global__ void k(int rows, double* y) {
    printf("%*d\n", 2.5, rows);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
