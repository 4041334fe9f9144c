// refused: 3:58 Arrays can have at most 16 dimensions.
__global__ void k(int* y, int q) {
    int a@16000`[1]`; y[0] = q;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
