// refused: 4:14 `a` and `b` are different variables, whose places are not known.
__global__ void k(int rows, double* y) {
    double a[2] = {1, 2}, b[2] = {3, 4};
    y[0] = a < b;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
