// refused: 4:6 `v` has no element 4: it has 4 elements.
__global__ void k(int rows, double* y) {
    double v[4];
    v[4] = 1;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
