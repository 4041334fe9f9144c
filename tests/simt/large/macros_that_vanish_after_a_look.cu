// refused: 46:14 Compiling this source takes too long.
#define E(x)
#define F(x) E(x)
#define A0 q
@40`#define A^ F(A$ A$)
`__global__ void k(int* y, int q) {
    y[0] = q A40;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
