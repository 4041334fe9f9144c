// refused: 4:7 `n` is const and cannot be modified.
__global__ void k(int rows, double* y) {
    const int n = 4;
    n = 5;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
