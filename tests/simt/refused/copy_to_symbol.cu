// refused: 5:5 `cudaMemcpyToSymbol` is not supported because run has no arrays of its own.
__constant__ double weight[4];
__global__ void k(int rows, double* y) { y[0] = weight[0]; }
void run(int rows, double* y, int block) {
    cudaMemcpyToSymbol(weight, y, 32);
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
