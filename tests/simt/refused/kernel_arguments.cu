// refused: 3:22 `k` requires 1 argument, but 2 were given.
__global__ void k(int n) {}
void run(int rows) { k<<<1, 1>>>(rows, rows); }
