// refused: 3:5 A kernel cannot launch a kernel here.
__global__ void k(int rows, double* y) {
    k<<<1, 1>>>(rows, y);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
