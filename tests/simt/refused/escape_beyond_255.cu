// refused: 3:13 This character is beyond 255, the last one that a char holds.
__global__ void k(int rows, double* y) {
    y[0] = '\x141';
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
