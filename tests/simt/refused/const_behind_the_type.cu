// refused: 3:10 `y` points to const and cannot be used to modify memory.
__global__ void k(int rows, double const* y) {
    y[0] = rows;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
