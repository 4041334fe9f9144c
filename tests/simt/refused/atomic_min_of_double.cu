// refused: 3:5 No instance of overloaded function `atomicMin` matches the argument types (double*, double).
__global__ void k(int rows, double* y) {
    atomicMin(&y[0], 1.0);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
