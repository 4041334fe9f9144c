// refused: 3:13 Escape sequence is out of range: a char holds values up to 255.
__global__ void k(int rows, double* y) {
    y[0] = '\x141';
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
