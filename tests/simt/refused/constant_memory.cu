// refused: 2:1 `__constant__` memory is not supported.
__constant__ double c[4];
__global__ void k(int rows, double* y) { y[0] = rows; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
