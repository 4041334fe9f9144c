// refused: 4:24868 Compiling this source takes too long.
#define F(x) x
__global__ void k(int* y, int q) {
    y[0] = @16000`F(`q@16000`)`;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
