// refused: 2:45 Method `get` has no body.
struct A { int n; __device__ int get() const; };
__global__ void k(int rows, double* y) { y[0] = rows; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
