// refused: 3:70 A `double[3]` stands where a `double[4]&` is needed.
__device__ double f(double (&v)[4]) { return v[0]; }
__global__ void k(int rows, double* y) { double v[3] = {1}; y[0] = f(v); }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
