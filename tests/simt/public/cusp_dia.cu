// Diagonals, whose offsets a block keeps in shared memory.
template <typename IndexType, typename ValueType, unsigned int BLOCK_SIZE>
__launch_bounds__(BLOCK_SIZE, 1) __global__
    void dia_kernel(const IndexType num_rows, const IndexType num_cols, const IndexType num_diagonals,
                    const IndexType pitch, const IndexType* diagonal_offsets, const ValueType* values,
                    const ValueType* x, ValueType* y) {
    typedef IndexType Offset;
    __shared__ Offset offsets[BLOCK_SIZE];
    const IndexType thread_id = BLOCK_SIZE * blockIdx.x + threadIdx.x;
    const IndexType grid_size = BLOCK_SIZE * gridDim.x;
    for (IndexType base = 0; base < num_diagonals; base += BLOCK_SIZE) {
        const IndexType chunk_size = min(static_cast<IndexType>(BLOCK_SIZE), num_diagonals - base);
        if (threadIdx.x < chunk_size) offsets[threadIdx.x] = diagonal_offsets[base + threadIdx.x];
        __syncthreads();
        for (IndexType row = thread_id; row < num_rows; row += grid_size) {
            ValueType sum = base == 0 ? ValueType(0) : y[row];
            IndexType idx = row + pitch * base;
            for (IndexType n = 0; n < chunk_size; n++) {
                const IndexType col = row + offsets[n];
                if (col >= 0 && col < num_cols) sum += values[idx] * x[col];
                idx += pitch;
            }
            y[row] = sum;
        }
        __syncthreads();
    }
}
template <typename T>
void run(int rows, int cols, int diagonals, long long leading_dimension, const int* offset, const T* value, const T* x,
         T* y) {
    dia_kernel<int, T, 256>
        <<<(rows + 255) / 256, 256>>>(rows, cols, diagonals, (int)leading_dimension, offset, value, x, y);
}
