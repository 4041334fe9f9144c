// refused: 3:51 A reference of type `double[4]&` cannot be bound to a value of type `double*`.
__device__ double f(double (&v)[4]) { return v[0]; }
__global__ void k(int rows, double* y) { y[0] = f(y); }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
