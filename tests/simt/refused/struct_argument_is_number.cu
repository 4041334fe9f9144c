// refused: 3:44 Template parameter `T` of `R` must be a type.
template <typename T, int n> struct R { T v[n]; };
__global__ void k(int rows, double* y) { R<3, 4> r; y[0] = rows; }
void run(int rows, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, y);
}
