// refused: 3:26 The value of a `case` label must be a constant expression.
__global__ void k(int rows, double* y) {
    switch (rows) { case rows: break; }
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
