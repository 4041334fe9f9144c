// refused: 3:23 Kernel `k` must be launched, not called.
__global__ void k(double* y) { y[0] = 1; }
void run(double* y) { k(y); }
