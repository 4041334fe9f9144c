// refused: 2:50 `this` can be used only inside a method.
__global__ void k(int rows, double* y) { y[0] = *this; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
