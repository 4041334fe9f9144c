// refused: 4:16 Range-based `for` loops are not supported.
__global__ void k(int rows, double* y) {
    int v[3];
    for (int i : v) y[0] = i;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
