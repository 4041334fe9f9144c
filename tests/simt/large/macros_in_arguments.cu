// refused: 4:24868 Up to here translating this text takes more steps than any kernel needs.
#define F(x) x
__global__ void k(int* y, int q) {
    y[0] = @16000`F(`q@16000`)`;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
