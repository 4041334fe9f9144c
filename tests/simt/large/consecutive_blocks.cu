// taken
__global__ void k(int* y, int q) {
    @8000`int a$ = q; `@8000`{ y[$] = q; } `
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
