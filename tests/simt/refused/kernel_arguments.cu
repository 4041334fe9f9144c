// refused: 3:22 Kernel `k` takes 1 argument, not 2.
__global__ void k(int n) {}
void run(int rows) { k<<<1, 1>>>(rows, rows); }
