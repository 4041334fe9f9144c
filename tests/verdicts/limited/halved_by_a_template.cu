// verdict: integer-overflow
// says: 134,217,729 or more rows. See the warning for line 13.
// A template instantiates itself with half its argument.

template <int N, typename T> __device__ T halve(T v) {
    if constexpr (N > 0) {
        v += __shfl_xor_sync(0xffffffffu, v, N);
        return halve<N / 2>(v);
    } else return v;
}
template <typename T>
__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const unsigned lane = threadIdx.x & 31u;
    if (row >= rows) return;
    T sum{0};
    for (int j = row_pointer[row] + (int)lane; j < row_pointer[row + 1]; j += warpSize)
        sum = fma(value[j], x[column[j]], sum);
    sum = halve<16>(sum);
    if (!lane) y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int w = block / 32;
    k<<<(rows + w - 1) / w, block>>>(rows, row_pointer, column, value, x, y);
}
