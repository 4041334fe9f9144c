// taken
__global__ void k(int* y, int q) {
    @4000`for (int i = 0; i < 4; ++i) y[i] += q; `
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
