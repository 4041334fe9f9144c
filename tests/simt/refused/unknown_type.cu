// refused: 3:5 `intt` is not a type.
__global__ void k(int rows, double* y) {
    intt i = 3;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
