// refused: 3:405 The code is nested more than 200 levels deep.
__global__ void k(int* y, int q) {
    @16000`{ `y[0] = q; @16000`} `
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
