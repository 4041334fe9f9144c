// refused: 5:7 `p` is a pointer and requires `->`.
struct A { int n; __device__ int get() const { return n; } };
__device__ int get(A* p) { return 1; }
__device__ int ask(A* p) {
    p.get();
    return 1;
}
__global__ void k(int rows, double* y) { A a = {1}; y[0] = ask(&a); }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
