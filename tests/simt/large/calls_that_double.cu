// taken
@18`__device__ int f$(int q) { f^(q); return f^(q); }
`__device__ int f18(int q) { return q; }
__global__ void k(int* y, int q) {
    y[0] = f0(q);
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
