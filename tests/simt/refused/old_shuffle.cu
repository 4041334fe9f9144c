// refused: 3:12 `__shfl_down` was taken out of CUDA: it did not say which lanes take part.
__global__ void k(int rows, double* y) {
    y[0] = __shfl_down(1, 2);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
