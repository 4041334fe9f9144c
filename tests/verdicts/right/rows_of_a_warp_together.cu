// verdict: right
// A warp computes 32 rows one after another and writes them at once.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 32, lane = threadIdx.x % 32;
    T mine = 0;
    for (int i = 0; i < 32; ++i) {
        const int row = first + i;
        T sum = 0;
        if (row < rows)
            for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
        for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffff, sum, d);
        if (i == lane) mine = sum;
    }
    if (first + lane < rows) y[first + lane] = mine;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
