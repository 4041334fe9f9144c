// refused: 2:21 Array `weight` is too large.
__constant__ double weight[10000];
__global__ void k(int rows, double* y) { y[0] = weight[0]; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
