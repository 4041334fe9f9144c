// refused: 3:14 Expected `;` at the end of the statement.
__global__ void k(int rows, double* y) {
    int i = 1
    y[i] = 2;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
