// refused: 3:12 A character literal must contain exactly one character.
__global__ void k(int rows, double* y) {
    y[0] = '';
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
