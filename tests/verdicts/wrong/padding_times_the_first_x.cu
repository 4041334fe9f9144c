// verdict: wrong-result
// Padding is multiplied with x[0], which may be infinite.
// format: ell
template <typename T>
__global__ void ell(int rows, int width, long long ld, const int* len, const int* ci, const T* v, const T* x, T* y) {
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    const int n = len[r];
    T s = 0;
    for (int k = 0; k < width; ++k) {
        const bool in = k < n;
        const int j = in ? ci[r + k * ld] : 0;
        const T a = in ? v[r + k * ld] : T(0);
        s += a * x[j];
    }
    y[r] = s;
}
template <typename T>
void run(int rows, int width, long long leading_dimension, const int* length, const int* column, const T* value,
         const T* x, T* y, int block) {
    ell<<<(rows + block - 1) / block, block>>>(rows, width, leading_dimension, length, column, value, x, y);
}
