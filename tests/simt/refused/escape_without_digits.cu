// refused: 3:13 `\x` has no hexadecimal digits.
__global__ void k(int rows, double* y) {
    printf("\xg");
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
