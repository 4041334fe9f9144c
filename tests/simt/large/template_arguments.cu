// refused: 4:12 Too many template arguments for `f`: expected at most 1.
template <int N> __device__ int f(int q) { return q + N; }
__global__ void k(int* y, int q) {
    y[0] = f<1@16000`, 1`>(q);
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
