// refused: 3:14 Unknown escape sequence `\q`.
__global__ void k(int rows, double* y) {
    printf("a\q");
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
