// refused: 4:9 `i` is already declared on line 3.
__global__ void k(int rows, double* y) {
    int i = 1;
    int i = 2;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
