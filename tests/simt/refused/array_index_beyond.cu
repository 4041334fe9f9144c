// refused: 4:6 Index 4 is out of bounds for array `v` with 4 elements.
__global__ void k(int rows, double* y) {
    double v[4];
    v[4] = 1;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
