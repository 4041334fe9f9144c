// refused: 2004:2994 Up to here translating this text takes more steps than any kernel needs.
@2000`#define A$ A^
`#define A2000 q
__global__ void k(int* y, int q) {
    y[0] = 0; @16000`A0;`
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
