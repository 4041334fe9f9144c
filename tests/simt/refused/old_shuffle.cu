// refused: 3:12 `__shfl_down` was removed from CUDA because it has no mask of participating lanes.
__global__ void k(int rows, double* y) {
    y[0] = __shfl_down(1, 2);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
