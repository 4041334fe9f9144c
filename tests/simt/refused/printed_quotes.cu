// refused: 3:12 This character is not part of the language.
__global__ void k(int rows, double* y) {
    printf(“abc”);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
