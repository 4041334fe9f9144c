// refused: 3:13 A number (`int`) stands where a pointer (`double*`) is needed.
__global__ void k(int rows, double* y) {
    double* p = 5;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
