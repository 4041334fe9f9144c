// taken
__global__ void k(int* y, int q) {
    @320000`;`
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
