// taken
__global__ void k(int* y, int q) {
    for (int i = 0; i < 128; ++i) { @16000`if (i < 0) y[0] = 1; ` }
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
