// refused: 3:18 `%s` prints a text in quotation marks, or one of two behind `?`.
__global__ void k(int rows, double* y) {
    printf("%s", rows);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
