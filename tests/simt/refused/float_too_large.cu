// refused: 3:12 `1e39f` is larger than any float.
__global__ void k(int rows, double* y) {
    y[0] = 1e39f;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
