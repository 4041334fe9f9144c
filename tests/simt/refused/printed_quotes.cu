// refused: 3:12 Non-ASCII character outside of a comment or string literal.
__global__ void k(int rows, double* y) {
    printf(“abc”);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
