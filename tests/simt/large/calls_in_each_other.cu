// refused: 4:210 The code is nested more than 200 levels deep.
__device__ int f(int q) { return q + 1; }
__global__ void k(int* y, int q) {
    y[0] = @16000`f(`q@16000`)`;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
