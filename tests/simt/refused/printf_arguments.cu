// refused: 3:5 The format string requires 2 arguments, but 1 was given.
__global__ void k(int rows, double* y) {
    printf("%d %d", 1);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
