// refused: 2:29 The number of registers per thread must be from 1 to 255.
__global__ void __maxnreg__(300) k(int rows, double* y) {
    y[0] = rows;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
