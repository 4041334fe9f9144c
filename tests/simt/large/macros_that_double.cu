// refused: 44:12 The code is too long after macro expansion.
#define A0 q
@40`#define A^ A$ + A$
`__global__ void k(int* y, int q) {
    y[0] = A40;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
