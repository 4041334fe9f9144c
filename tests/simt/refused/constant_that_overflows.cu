// refused: 2:32 Expression must have a constant value.
constexpr int big = 2147483647 + 1;
__global__ void k(int rows, double* y) {
    y[0] = big;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
