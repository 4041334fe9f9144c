// taken
#define A q
@16000`#undef A
#define A q
`__global__ void k(int* y, int q) {
    y[0] = A;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
