// refused: 3:1696 This function requires more registers than a thread can have.
__global__ void k(int* y, int q) {
    @16000`int a$[^]; `
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
