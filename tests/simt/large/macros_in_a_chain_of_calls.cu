// taken
@5000`#define A$(x) A^(x)
`#define A5000(x) x
__global__ void k(int* y, int q) {
    y[0] = A0(q);
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
