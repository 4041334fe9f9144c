// refused: 3:41 Duplicate `case` value.
__global__ void k(int rows, double* y) {
    switch (rows) { case 1: break; case 1: break; }
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
