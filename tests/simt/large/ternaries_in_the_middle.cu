// refused: 3:408 The code is nested more than 200 levels deep.
__global__ void k(int* y, int q) {
    y[0] = @16000`q ? `2@16000` : 1`;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
