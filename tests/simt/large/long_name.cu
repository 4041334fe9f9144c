// refused: 3:9 This token has 128000 characters, more than the limit of 1,000.
__global__ void k(int* y, int q) {
    int @16000`abcdefgh` = 1; y[0] = q;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
