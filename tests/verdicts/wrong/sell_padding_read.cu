// verdict: out-of-bounds
// Padding of SELL has column -1, and the kernel reads x there.

// format: sell
template <typename T>
__global__ void product(int rows, int slice_height, const long long* slice_pointer, const int* row, const int* column,
                        const T* value, const T* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    const int slice = i / slice_height;
    T sum = 0;
    for (long long slot = slice_pointer[slice] + i % slice_height; slot < slice_pointer[slice + 1];
         slot += slice_height)
        sum += value[slot] * x[column[slot]];
    y[row[i]] = sum;
}

template <typename T>
void run(int rows, int slice_height, const long long* slice_pointer, const int* row, const int* column, const T* value,
         const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, slice_height, slice_pointer, row, column, value, x, y);
}
