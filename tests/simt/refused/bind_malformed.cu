// refused: 2:1 Invalid `bind` line.
// bind: n rows
__global__ void k(int n, double* y) { y[0] = n; }
void run(int n, double* y) { k<<<1, 1>>>(n, y); }
