// refused: 3:22 `threadIdx` has no member `w`.
__global__ void k(int rows, double* y) {
    y[0] = threadIdx.w;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
