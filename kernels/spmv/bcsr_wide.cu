// title: BCSR, 16 bytes per lane
// summary: Like bcsr, but a lane reads 16 bytes of a column at once: one index and one element of x serve four rows in float.
// source: reference; after rossignon2013 3.5
// format: bcsr

#include "../headers/bcsr_rows.cuh"
#include "../headers/wide_load.cuh"

// Like bcsr, but each lane takes 16 bytes of a column: four neighboring rows in float, two in double. This needs a
// quarter (or half) of the instructions: one load each of values, index and x for four sums. In float, the number of
// instructions limits bcsr.
//
// Falls back to bcsr if a column does not have 1, 2, 4 or 8 times 16 bytes, or if block rows are very small.

/// Multiplies with one warp per block row and `high` lanes per column.
template <int high, typename T>
__global__ void __maxnreg__(64)
    bcsr_wide(int rows, int block_rows, const int* pointer, const int* column, const T* value, const T* x, T* y) {
    constexpr int together = 16 / sizeof(T); // number of rows per lane
    constexpr int batch = 7;                 // loads in flight; a block row of seven 16 x 16 blocks takes two batches
    constexpr int columns = 32 / high;       // number of columns per load
    const long long block_row = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    const int my_column = lane / high, my_row = lane % high * together;
    const int begin = block_row < block_rows ? pointer[block_row] : 0;
    const int end = block_row < block_rows ? pointer[block_row + 1] : 0;
    T sum[together];
#pragma unroll
    for (int k = 0; k < together; ++k) sum[k] = 0;
    for (int base = begin; base < end; base += batch * columns) {
        T v[batch][together];
        int c[batch];
#pragma unroll
        for (int i = 0; i < batch; ++i) { // issue all loads before the first use
            const int j = base + i * columns + my_column;
            c[i] = -1;
            if (j < end) {
                read_together(value + ((long long)j * (high * together) + my_row), v[i]);
                c[i] = column[j];
            }
        }
#pragma unroll
        for (int i = 0; i < batch; ++i) {
            if (c[i] >= 0) {
                const T x_of_column = x[c[i]];
#pragma unroll
                for (int k = 0; k < together; ++k) {
                    const T product = v[i][k] * x_of_column;
                    sum[k] += v[i][k] != 0 ? product : T(0); // skip fill-in, as in bcsr
                }
            }
        }
    }
#pragma unroll
    for (int k = 0; k < together; ++k) {
        for (int distance = high; distance < 32; distance *= 2) sum[k] += __shfl_xor_sync(0xffffffff, sum[k], distance);
        const long long row = block_row * (high * together) + my_row + k;
        if (my_column == 0 && block_row < block_rows && row < rows) y[row] = sum[k];
    }
}

template <typename T>
void run(int rows, int block_size, int block_rows, int stored_columns, const int* pointer, const int* column,
         const T* value, const T* x, T* y, int block) {
    const long long threads = (long long)block_rows * 32, values = (long long)stored_columns * block_size;
    const int grid = (threads + block - 1) / block;
    const int bytes = values < 4 * threads ? 0 : block_size * (int)sizeof(T); // size of a column in bytes, or 0
    if (bytes == 16) bcsr_wide<1><<<grid, block>>>(rows, block_rows, pointer, column, value, x, y);
    else if (bytes == 32) bcsr_wide<2><<<grid, block>>>(rows, block_rows, pointer, column, value, x, y);
    else if (bytes == 64) bcsr_wide<4><<<grid, block>>>(rows, block_rows, pointer, column, value, x, y);
    else if (bytes == 128) bcsr_wide<8><<<grid, block>>>(rows, block_rows, pointer, column, value, x, y);
    else launch_bcsr(rows, block_size, block_rows, stored_columns, pointer, column, value, x, y, block);
}
