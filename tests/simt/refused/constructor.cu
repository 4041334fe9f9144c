// refused: 2:30 A struct has no constructors and destructors here.
struct A { int n; __device__ A(int m) { n = m; } };
__global__ void k(int rows, double* y) { y[0] = rows; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
