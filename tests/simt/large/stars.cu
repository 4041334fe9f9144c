// refused: 3:26 Pointer types can have at most 16 levels of indirection.
__global__ void k(int* y, int q) {
    int @16000`*`p = nullptr; y[0] = q;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
