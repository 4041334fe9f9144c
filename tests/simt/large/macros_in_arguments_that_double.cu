// refused: 4:98 The code is too long after macro expansion.
#define F(x) x + x
__global__ void k(int* y, int q) {
    y[0] = @60`F(`q@60`)`;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
