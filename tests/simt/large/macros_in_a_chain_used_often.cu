// refused: 2004:2994 Compiling this source takes too long.
@2000`#define A$ A^
`#define A2000 q
__global__ void k(int* y, int q) {
    y[0] = 0; @16000`A0;`
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
