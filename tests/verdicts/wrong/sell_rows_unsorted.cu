// verdict: wrong-result
// SELL sorts its rows, but the sums are written in sorted order.
// format: sell
template <typename T>
__global__ void product(int rows, int slice_height, const long long* slice_pointer, const int* row, const int* column,
                        const T* value, const T* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    const int slice = i / slice_height;
    const int* c = column + slice_pointer[slice] + i % slice_height;
    const T* v = value + (c - column);
    T sum = 0;
    for (long long left = (slice_pointer[slice + 1] - slice_pointer[slice]) / slice_height; left > 0 && *c >= 0;
         --left) {
        sum = fma(*v, x[*c], sum);
        c += slice_height;
        v += slice_height;
    }
    y[i] = sum;
}

template <typename T>
void run(int rows, int slice_height, const long long* slice_pointer, const int* row, const int* column, const T* value,
         const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, slice_height, slice_pointer, row, column, value, x, y);
}
