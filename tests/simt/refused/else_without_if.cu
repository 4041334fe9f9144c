// refused: 3:5 `else` without a matching `if`.
__global__ void k(int rows, double* y) {
    else y[0] = 1;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
