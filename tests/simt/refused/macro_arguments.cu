// refused: 4:12 Macro `MAX` requires 2 arguments, but 1 was given.
#define MAX(a, b) ((a) > (b) ? (a) : (b))
__global__ void k(int rows, double* y) {
    y[0] = MAX(1);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
