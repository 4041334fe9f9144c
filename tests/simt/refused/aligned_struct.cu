// refused: 2:1 `__align__` is not in the language: a struct lies as its largest field does.
struct __align__(16) Pair { double a, b; };
__global__ void k(int rows, double* y) { y[0] = rows; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
