// taken
__global__ void k(int* y, int q) {
    @8000`y[0] += $; `@8000`y[0] += $; `
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
