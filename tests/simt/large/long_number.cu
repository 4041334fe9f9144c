// refused: 3:12 This token has 128000 characters, more than the limit of 1,000.
__global__ void k(int* y, int q) {
    y[0] = @16000`12345678`;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
