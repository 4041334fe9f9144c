// refused: 3:26 `malloc` is not supported.
__global__ void k(int rows, double* y) {
    double* p = (double*)malloc(8);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
