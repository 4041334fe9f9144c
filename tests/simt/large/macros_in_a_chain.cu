// taken
@5000`#define A$ A^
`#define A5000 q
__global__ void k(int* y, int q) {
    y[0] = A0;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
