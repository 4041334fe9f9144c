// taken
@19`__device__ void f$() { f^(); f^(); }
`__device__ void f19() {}
__global__ void k(int* y, int q) {
    f0();
}
void run(int* y, int rows) { k<<<1, 1>>>(y, rows); }
