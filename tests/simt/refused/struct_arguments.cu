// refused: 3:42 Struct `R` takes 2 template arguments.
template <typename T, int n> struct R { T v[n]; };
__global__ void k(int rows, double* y) { R<double> r; y[0] = rows; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
