// refused: 3:111 The code is nested more than 200 levels deep.
__global__ void k(int* y, int q) {
    y[0] = @16000`(`q@16000`)`;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
