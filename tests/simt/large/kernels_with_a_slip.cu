// refused: 2:37 Variable `unknown` is not declared.
@200`__global__ void k$(int* y) { y[0] = unknown; }
`@16000`__device__ int f$(int q) { return q; }
`__global__ void k(int* y, int q) {
    y[0] = q;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
