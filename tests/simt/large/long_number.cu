// refused: 3:12 This word has 128000 letters; it may have 1,000.
__global__ void k(int* y, int q) {
    y[0] = @16000`12345678`;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
