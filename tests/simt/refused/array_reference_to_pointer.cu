// refused: 3:51 A `double*` stands where a `double[4]&` is needed.
__device__ double f(double (&v)[4]) { return v[0]; }
__global__ void k(int rows, double* y) { y[0] = f(y); }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
