// refused: 3:22 A launch needs the number of blocks and of threads a block.
__global__ void k(int n) {}
void run(int rows) { k<<<1>>>(rows); }
