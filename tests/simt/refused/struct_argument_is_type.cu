// refused: 3:52 Template parameter `n` of `R` must be a constant.
template <typename T, int n> struct R { T v[n]; };
__global__ void k(int rows, double* y) { R<double, int> r; y[0] = rows; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
