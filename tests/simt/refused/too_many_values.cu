// refused: 3:26 This list has more values than `double[2]` takes.
__global__ void k(int rows, double* y) {
    double v[2] = {1, 2, 3};
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
