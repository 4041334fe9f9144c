// refused: 4:49 Variable `n` is not declared.
struct Op {
    int n;
    static __device__ int g(int x) { return x + n; }
};
__global__ void k(int rows, double* y) { y[0] = Op::g(rows); }
void run(int rows, double* y, int block) { k<<<1, block>>>(rows, y); }
