// refused: 3:16 String literals are supported only as arguments of printf.
__global__ void k(int rows, double* y) {
    double d = "abc";
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
