// refused: 3:12 `__shfl_down_sync` requires 3 to 4 arguments, but 2 were given.
__global__ void k(int rows, double* y) {
    y[0] = __shfl_down_sync(1.0, 2);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
