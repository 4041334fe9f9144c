// refused: 3:180913 Variable `b` is not declared.
__global__ void k(int* y, int q) {
    int a = 0@16000`, a$ = q`; y[0] = b;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
