// refused: 4:15 `n` belongs to one thread alone; no other thread can change it.
__global__ void k(int rows, double* y) {
    int n = 0;
    atomicAdd(&n, 1);
}
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
