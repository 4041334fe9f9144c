// refused: 3:62 Expected `>>>` after the launch configuration, found `>>`.
__global__ void product(int rows, double* y) {}
void run(int rows, double* y, int block) { product<<<1, block>>(rows, y); }
