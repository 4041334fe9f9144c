// refused: 3:14 Lambda expressions are not supported.
__global__ void k(int rows, double* y) {
    auto f = [](int i) { return i; };
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
