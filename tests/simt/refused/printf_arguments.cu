// refused: 3:5 The text of this printf asks for 2 values, but 1 follow.
__global__ void k(int rows, double* y) {
    printf("%d %d", 1);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
