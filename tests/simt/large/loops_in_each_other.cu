// taken
__global__ void k(int* y, int q) {
    @12`for (int i$ = 0; i$ < 100; ++i$) `y[0] += 1;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
