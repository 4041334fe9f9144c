// verdict: right
// Carries into the next block are added for all blocks.

// scratch: carry T[(nonzeros + 255) / 256]
// format: coo
template <typename T> __global__ void zero(int rows, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) y[row] = 0;
}
template <typename T>
__global__ void part(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, T* carry) {
    const int begin = blockIdx.x * 256, end = min(begin + 256, nonzeros);
    if (threadIdx.x != 0) return;
    T sum = 0;
    for (int k = begin; k < end; ++k) {
        sum += value[k] * x[column[k]];
        if (k + 1 < end && row[k + 1] != row[k]) {
            y[row[k]] = sum;
            sum = 0;
        }
    }
    carry[blockIdx.x] = sum;
}
template <typename T> __global__ void add(int nonzeros, const int* row, T* y, const T* carry) {
    const int blocks = (nonzeros + 255) / 256;
    if (threadIdx.x != 0) return;
    for (int b = 0; b < blocks; ++b) y[row[min(b * 256 + 255, nonzeros - 1)]] += carry[b];
}
template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, T* carry,
         int block) {
    zero<<<(rows + block - 1) / block, block>>>(rows, y);
    if (nonzeros == 0) return;
    part<<<(nonzeros + 255) / 256, 32>>>(nonzeros, row, column, value, x, y, carry);
    add<<<1, 32>>>(nonzeros, row, y, carry);
}
