// refused: 2:35 The number of threads per block must be at least 1.
__global__ void __launch_bounds__(0) k(int rows, double* y) {
    y[0] = rows;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
