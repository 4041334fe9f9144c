// refused: 3:1992 The code is nested more than 200 levels deep.
__global__ void k(int* y, int q) {
    @16000`while (q) `y[0] = q;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
