// refused: 3:5 `goto` is not supported.
__global__ void k(int rows, double* y) {
    goto done;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
