// refused: 46:14 Up to here translating this text takes more steps than any kernel needs.
#define E(x)
#define F(x) E(x)
#define A0 q
@40`#define A^ F(A$ A$)
`__global__ void k(int* y, int q) {
    y[0] = q A40;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
