// refused: 2:26 A struct of this language has fields only, no methods.
struct A { int n; int get() { return n; } };
__global__ void k(int rows, double* y) { y[0] = rows; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
