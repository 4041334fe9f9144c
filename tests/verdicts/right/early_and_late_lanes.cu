// verdict: right
// Lanes of short rows wait at the end of the loop for all shuffles of the warp.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    const int begin = row < rows ? row_pointer[row] : 0, end = row < rows ? row_pointer[row + 1] : 0;
    T sum = 0;
    for (int of = 0; of < 32; ++of) {
        const int from = __shfl_sync(0xffffffff, begin, of), to = __shfl_sync(0xffffffff, end, of);
        T part = 0;
        for (int k = from + lane; k < to; k += 32) part += value[k] * x[column[k]];
        for (int distance = 16; distance > 0; distance /= 2) part += __shfl_xor_sync(0xffffffff, part, distance);
        if (lane == of) sum = part;
    }
    if (row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
