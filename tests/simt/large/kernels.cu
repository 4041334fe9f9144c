// refused: 257:17 This file has too many kernels.
@16000`__global__ void k$(int* y) { y[0] = 1; }
`__global__ void k(int* y, int q) {
    y[0] = q;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
