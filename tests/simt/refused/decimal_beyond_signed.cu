// refused: 3:12 Integer constant `9223372036854775808` is too large for a signed integer type.
__global__ void k(int rows, double* y) {
    y[0] = 9223372036854775808;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
