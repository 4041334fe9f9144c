// refused: 2:7 `2` cannot stand here in a condition of `#if`.
#if 1 2
#endif
__global__ void k(int rows, double* y) {
    y[0] = rows;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
