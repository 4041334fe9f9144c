// y: 3 7 12 5 9 2
// Namespaces, also nested, unnamed and with aliases; std:: before functions of CUDA.
namespace outer {
constexpr int three = 3;
namespace inner {
__device__ int seven() { return three + 4; }
} // namespace inner
} // namespace outer
namespace other::deep {
__device__ int twelve(int a) { return a + 5; }
} // namespace other::deep
namespace {
__device__ int five() { return 5; }
} // namespace
namespace alias = outer::inner;
using namespace outer;
__device__ int nine() { return 9; }
__global__ void k(int rows, const int* in, double* y) {
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    y[0] = three;
    y[1] = alias::seven();
    y[2] = other::deep::twelve(outer::inner::seven());
    y[3] = five();
    y[4] = nine();
    y[5] = std::sqrt(4.0);
}
void run(int rows, const int* in, double* y, int block) { k<<<1, 32>>>(rows, in, y); }
