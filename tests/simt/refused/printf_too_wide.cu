// refused: 3:5 This value is printed too wide.
__global__ void k(int rows, double* y) {
    printf("%5000d", rows);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
