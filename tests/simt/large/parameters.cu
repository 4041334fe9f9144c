// refused: 2:2467 A function can have at most 256 parameters.
__global__ void k(int* y@16000`, int a$`) { y[0] = a1; }
void run(int* y, int rows) {}
