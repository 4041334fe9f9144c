// refused: 3:22 A kernel launch requires the grid size and the block size.
__global__ void k(int n) {}
void run(int rows) { k<<<1>>>(rows); }
