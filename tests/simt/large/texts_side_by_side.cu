// taken
__global__ void k(int* y, int q) {
    printf(@16000`"%d" `@16000`, q`);
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
