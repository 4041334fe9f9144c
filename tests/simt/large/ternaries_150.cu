// refused: 3:1750 The code is nested more than 200 levels deep.
__global__ void k(int* y, int q) {
    y[0] = @150`q == $ ? y[$] : `2;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
