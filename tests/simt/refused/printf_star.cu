// refused: 3:21 The `*` of a format takes a whole number.
__global__ void k(int rows, double* y) {
    printf("%*d\n", 2.5, rows);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
