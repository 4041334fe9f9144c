// refused: 3:62 `weight` is const and cannot be modified.
__constant__ double weight[4];
__global__ void k(int rows, double* y) { weight[threadIdx.x] = rows; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
