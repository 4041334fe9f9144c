// taken
template <typename T> __device__ T f(T q) { return q + 1; }
__global__ void k(int* y, int q) {
    y[0] = @90`f(`q@90`)`;
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
