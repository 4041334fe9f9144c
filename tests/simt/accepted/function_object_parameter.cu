// y: 9 16 25
// A kernel whose template parameter is a struct with operator(). No number can replace it.
struct Square {
    __device__ double operator()(double x) const { return x * x; }
};
template <typename F> __global__ void k(double* y, F f) { y[threadIdx.x] = f(threadIdx.x + 3); }
void run(int rows, const int* in, double* y, int block) { k<<<1, 64>>>(y, Square()); }
