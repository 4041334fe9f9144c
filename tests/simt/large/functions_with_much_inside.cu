// taken
template <int N> __device__ void f(int* y) { if (N == 0) { @4000`y[0] = $; `} }
__global__ void k(int* y, int q) {
    @2000`f<1>(y); `
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
