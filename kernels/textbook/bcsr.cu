// y = A x in BCSR, one warp per block row: the textbook version of bcsr. The values of a block row are stored column by
// column. 32 lanes read 32 / b whole columns at a time, and each lane stays on one row of the block. Block rows with
// more than 32 rows take several passes.
// format: bcsr

template <typename T>
__global__ void bcsr(int rows, int block_size, int block_rows, const int* pointer, const int* column, const T* value,
                     const T* x, T* y) {
    const int block_row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (block_row >= block_rows) return; // all lanes of a warp take the same branch
    const int lane = threadIdx.x % 32;
    const int begin = pointer[block_row], end = pointer[block_row + 1];

    for (int first = 0; first < block_size; first += 32) {
        const int height = min(block_size - first, 32);
        const int columns = 32 / height; // number of columns per load
        const int my_column = lane / height;
        const int my_row = first + lane % height;
        T sum = 0;
        if (my_column < columns)
            for (int j = begin + my_column; j < end; j += columns) {
                const T entry = value[(long long)j * block_size + my_row];
                if (entry != 0) sum += entry * x[column[j]]; // skip padding: 0 times infinity is NaN
            }
        // Tree reduction over the columns: the upper half is added to the lower half until one column is left.
        for (int left = columns; left > 1; left = (left + 1) / 2) {
            const int half = (left + 1) / 2;
            const T other = __shfl_down_sync(0xffffffff, sum, half * height);
            if (my_column + half < left) sum += other;
        }
        const int row = block_row * block_size + my_row;
        if (my_column == 0 && row < rows) y[row] = sum;
    }
}

template <typename T>
void run(int rows, int block_size, int block_rows, const int* pointer, const int* column, const T* value, const T* x,
         T* y, int block) {
    const int warps = block / 32;
    const int grid = (block_rows + warps - 1) / warps;
    bcsr<<<grid, block>>>(rows, block_size, block_rows, pointer, column, value, x, y);
}
