#pragma once

/// y = A x in BCSR with `lanes` lanes per block row. The values of a block row are stored column by column, so 32 lanes
/// read 32 / b whole columns at a time. Each lane processes one row of the block, and the b lanes of a column share an
/// index and an element of x. If b does not divide 32, the last lanes are idle.
template <int lanes, typename T>
__global__ void __maxnreg__(40) bcsr(int rows, int block_size, int block_rows, const int* pointer, const int* column,
                                     const T* value, const T* x, T* y) {
    constexpr int batch = 32 / sizeof(T);
    const long long block_row = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / lanes;
    const int lane = threadIdx.x % lanes;
    // Threads past the last block row contribute 0, but must take part in the shuffles.
    const int begin = block_row < block_rows ? pointer[block_row] : 0;
    const int end = block_row < block_rows ? pointer[block_row + 1] : 0;

    // This loop runs only once, unless a block has more rows than there are lanes.
    for (int first = 0; first < block_size; first += lanes) {
        const int height = block_size - first < lanes ? block_size - first : lanes;
        const int columns = lanes / height; // number of block columns per load
        const int my_column = lane / height;
        const int my_row = first + lane % height;
        T sum = 0;
        for (int base = begin; base < end; base += batch * columns) {
            T v[batch];
            int c[batch];
#pragma unroll
            for (int i = 0; i < batch; ++i) { // all loads are issued before the first use
                const int j = base + i * columns + my_column;
                const bool is_inside = my_column < columns && j < end;
                v[i] = is_inside ? __ldcs(value + ((long long)j * block_size + my_row)) : T(0);
                c[i] = is_inside ? column[j] : 0;
            }
#pragma unroll
            for (int i = 0; i < batch; ++i) {
                const T product = v[i] * x[c[i]];
                sum += v[i] != 0 ? product : T(0); // skip fill-in, because 0 times infinity is NaN
            }
        }
        // Tree reduction over the columns: the upper half is added to the lower half until one column is left.
        for (int left = columns; left > 1; left = (left + 1) / 2) {
            const int half = (left + 1) / 2;
            const T other = __shfl_down_sync(0xffffffff, sum, half * height, lanes);
            if (my_column + half < left) sum += other;
        }
        const long long row = block_row * block_size + my_row;
        if (my_column == 0 && block_row < block_rows && row < rows) y[row] = sum;
    }
}

/// Uses fewer lanes than a warp for small block rows, because the remaining lanes would be idle.
template <typename T>
void launch_bcsr(int rows, int block_size, int block_rows, int stored_columns, const int* pointer, const int* column,
                 const T* value, const T* x, T* y, int block) {
    const double values = (double)stored_columns * block_size / block_rows;
    const int lanes = values <= 32 && block_size <= 8 ? 8 : values <= 64 && block_size <= 16 ? 16 : 32;
    const int grid = ((long long)block_rows * lanes + block - 1) / block;
    if (lanes == 8) bcsr<8><<<grid, block>>>(rows, block_size, block_rows, pointer, column, value, x, y);
    else if (lanes == 16) bcsr<16><<<grid, block>>>(rows, block_size, block_rows, pointer, column, value, x, y);
    else bcsr<32><<<grid, block>>>(rows, block_size, block_rows, pointer, column, value, x, y);
}
