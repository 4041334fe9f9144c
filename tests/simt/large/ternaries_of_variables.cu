// taken
__global__ void k(int* y, int q) {
    @4000`int a$ = q; `@4000`y[$] = q ? a$ : y[1]; `
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
