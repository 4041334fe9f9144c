// refused: 3:11 Template specialization is not supported.
template <int n> __device__ int half() { return n / 2; }
template <> __device__ int half<1>() { return 1; }
__global__ void k(int rows, double* y) { y[0] = half<1>(); }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
