// refused: 3:18 The argument of `%s` must be a string literal or a `?:` of two string literals.
__global__ void k(int rows, double* y) {
    printf("%s", rows);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
