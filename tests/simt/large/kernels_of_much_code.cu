// taken
@100`__global__ void k$(int* y) { f(y); }
`__device__ void f(int* y) { @4000`y[$] += 1; `}
__global__ void k(int* y, int q) {
    y[0] = q;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
