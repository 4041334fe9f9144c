// refused: 3:10 A `double*` stands where a `int*` is needed.
__global__ void k(int rows, double* y) {
    int* p = y;
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
