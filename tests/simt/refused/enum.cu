// refused: 2:1 `enum` is not supported.
enum Color { red };
__global__ void k(int rows, double* y) { y[0] = rows; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
