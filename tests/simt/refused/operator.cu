// refused: 3:3 Operator overloading (`operator`) is not supported.
struct A { int n; };
A operator+(A a, A b) { return a; }
__global__ void k(int rows, double* y) { y[0] = rows; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
