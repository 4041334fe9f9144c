// taken
@18`__device__ int f$(int q) { auto a = f^(q); return a; }
`__device__ int f18(int q) { return q; }
__global__ void k(int* y, int q) {
    auto a = f0(q); y[0] = a;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
