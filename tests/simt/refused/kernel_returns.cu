// refused: 3:12 A kernel cannot return a value.
__global__ void k(int rows, double* y) {
    return 1;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
