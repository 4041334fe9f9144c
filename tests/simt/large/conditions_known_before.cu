// taken
__global__ void k(int* y, int q) {
    @16000`if (false) y[0] = 1; else y[0] = 2; `
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
