// refused: 2:30 Constructors and destructors are not supported.
struct A { int n; __device__ A(int m) { n = m; } };
__global__ void k(int rows, double* y) { y[0] = rows; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
