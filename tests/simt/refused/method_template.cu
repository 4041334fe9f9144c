// refused: 2:19 Method templates are not supported.
struct A { int n; template <typename T> __device__ T as() { return n; } };
__global__ void k(int rows, double* y) { y[0] = rows; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
