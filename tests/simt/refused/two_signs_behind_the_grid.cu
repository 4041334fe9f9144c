// refused: 3:62 Here `>>>` is missing after the size of the grid; `>>` stands in its place.
__global__ void product(int rows, double* y) {}
void run(int rows, double* y, int block) { product<<<1, block>>(rows, y); }
