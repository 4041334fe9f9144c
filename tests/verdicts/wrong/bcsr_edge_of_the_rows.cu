// verdict: out-of-bounds
// The last block row reaches beyond the last row.
// format: bcsr-blocks

template <typename T>
__global__ void k(int rows, int block_size, int block_rows, const int* pointer, const int* column, const T* value,
                  const T* x, T* y) {
    const int br = blockIdx.x * blockDim.x + threadIdx.x;
    if (br >= block_rows) return;
    for (int r = 0; r < block_size; ++r) {
        T sum = 0;
        for (int b = pointer[br]; b < pointer[br + 1]; ++b)
            for (int c = 0; c < block_size; ++c)
                if (value[(b * block_size + r) * block_size + c] != 0)
                    sum += value[(b * block_size + r) * block_size + c] * x[column[b] * block_size + c];
        y[br * block_size + r] = sum;
    }
}
template <typename T>
void run(int rows, int block_size, int block_rows, const int* pointer, const int* column, const T* value, const T* x,
         T* y, int block) {
    k<<<(block_rows + block - 1) / block, block>>>(rows, block_size, block_rows, pointer, column, value, x, y);
}
