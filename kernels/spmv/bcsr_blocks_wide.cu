// title: BCSR block by block, one lane per column
// summary: Each lane takes one column of a block: one index and one element of x serve all rows of the block.
// source: reference
// format: bcsr-blocks

#include "../headers/bcsr_block_rows.cuh"

// Compared with bcsr-wide, the usual layout has one index per block instead of one per column, which saves up to a
// fifth of the bytes. Neighboring lanes read neighboring values of a row of the block. When the other rows are loaded,
// their sectors are already in L1.
//
// Falls back to bcsr-blocks if a block has one row, or more than eight.

/// Multiplies with `lanes` lanes per block row. Each load covers whole blocks, and the remaining lanes are idle.
template <int b, int lanes, typename T>
__global__ void __maxnreg__(b * sizeof(T) <= 32 ? 48 : 64)
    bcsr_blocks_wide(int rows, int cols, int block_rows, const int* pointer, const int* column, const T* value,
                     const T* x, T* y) {
    constexpr int words = b * sizeof(T) / 4;
    constexpr int batch = words <= 4   ? 4
                          : words <= 8 ? 3
                                       : 2; // number of blocks that a lane loads before the first use
    constexpr int blocks = lanes / b;       // number of blocks per load
    const long long block_row = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / lanes;
    const int lane = threadIdx.x % lanes;
    const int my_block = lane / b, my_column = lane % b;
    // Threads past the last block row and idle lanes add nothing, but must take part in the shuffles.
    const bool has_work = block_row < block_rows && my_block < blocks;
    const int begin = has_work ? pointer[block_row] + my_block : 0;
    const int end = has_work ? pointer[block_row + 1] : 0;
    T sum[b];
#pragma unroll
    for (int r = 0; r < b; ++r) sum[r] = 0;
    for (int base = begin; base < end; base += batch * blocks) {
        T v[batch][b];
        unsigned c[batch];
#pragma unroll
        for (int i = 0; i < batch; ++i) { // issue all loads before the first use
            const int k = base + i * blocks;
            c[i] = k < end ? unsigned(column[k]) * b + my_column : unsigned(cols);
#pragma unroll
            for (int r = 0; r < b; ++r) v[i][r] = k < end ? value[(long long)k * (b * b) + (r * b + my_column)] : T(0);
        }
#pragma unroll
        for (int i = 0; i < batch; ++i) {
            const T x_of_column =
                c[i] < unsigned(cols) ? x[c[i]] : T(0); // the last block can extend past the last column
#pragma unroll
            for (int r = 0; r < b; ++r) {
                const T product = v[i][r] * x_of_column;
                sum[r] += v[i][r] != 0 ? product : T(0); // skip fill-in, because 0 times infinity is NaN
            }
        }
    }
#pragma unroll
    for (int r = 0; r < b; ++r) {
        // Tree reduction over the columns: the upper half is added to the lower half until one column is left.
#pragma unroll
        for (int left = blocks * b; left > 1; left = (left + 1) / 2) {
            const int half = (left + 1) / 2;
            const T other = __shfl_down_sync(0xffffffff, sum[r], half, lanes);
            if (lane + half < left) sum[r] += other;
        }
        const long long row = block_row * b + r;
        if (lane == 0 && block_row < block_rows && row < rows) y[row] = sum[r];
    }
}

/// Chooses the lanes per block row so that short block rows leave few lanes idle.
template <int b, typename T>
void launch_wide(int rows, int cols, int block_rows, int blocks, const int* pointer, const int* column, const T* value,
                 const T* x, T* y, int block) {
    const double columns = (double)blocks * b / block_rows;
    const int lanes = columns <= 32 ? 8 : columns <= 96 ? 16 : 32;
    const int grid = ((long long)block_rows * lanes + block - 1) / block;
    if (lanes == 8) bcsr_blocks_wide<b, 8><<<grid, block>>>(rows, cols, block_rows, pointer, column, value, x, y);
    else if (lanes == 16)
        bcsr_blocks_wide<b, 16><<<grid, block>>>(rows, cols, block_rows, pointer, column, value, x, y);
    else bcsr_blocks_wide<b, 32><<<grid, block>>>(rows, cols, block_rows, pointer, column, value, x, y);
}

template <typename T>
void run(int rows, int cols, int block_size, int block_rows, int blocks, const int* pointer, const int* column,
         const T* value, const T* x, T* y, int block) {
    if (block_size == 2) launch_wide<2>(rows, cols, block_rows, blocks, pointer, column, value, x, y, block);
    else if (block_size == 3) launch_wide<3>(rows, cols, block_rows, blocks, pointer, column, value, x, y, block);
    else if (block_size == 4) launch_wide<4>(rows, cols, block_rows, blocks, pointer, column, value, x, y, block);
    else if (block_size == 5) launch_wide<5>(rows, cols, block_rows, blocks, pointer, column, value, x, y, block);
    else if (block_size == 6) launch_wide<6>(rows, cols, block_rows, blocks, pointer, column, value, x, y, block);
    else if (block_size == 7) launch_wide<7>(rows, cols, block_rows, blocks, pointer, column, value, x, y, block);
    else if (block_size == 8) launch_wide<8>(rows, cols, block_rows, blocks, pointer, column, value, x, y, block);
    else bcsr_blocks<<<(rows + block - 1) / block, block>>>(rows, block_size, pointer, column, value, x, y);
}
