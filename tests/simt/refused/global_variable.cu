// refused: 2:5 `counter` is a variable outside of all functions, which is not in the language.
int counter;
__global__ void k(int rows, double* y) { y[0] = rows; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
