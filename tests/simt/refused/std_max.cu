// refused: 3:12 `std::max` is not in the language: the standard library lives on the host.
__global__ void k(int rows, double* y) {
    y[0] = std::max(1, 2);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
