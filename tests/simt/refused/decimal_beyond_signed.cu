// refused: 3:12 `9223372036854775808` is larger than any integer type with a sign holds.
__global__ void k(int rows, double* y) {
    y[0] = 9223372036854775808;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
