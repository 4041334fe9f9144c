// refused: 3:5 `std::cout` is not available in device code.
__global__ void k(int rows, double* y) {
    std::cout << 1;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
