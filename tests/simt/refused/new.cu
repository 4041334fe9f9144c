// refused: 3:17 `new` is not supported because a kernel cannot allocate memory.
__global__ void k(int rows, double* y) {
    double* p = new double[4];
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
