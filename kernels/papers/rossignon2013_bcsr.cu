// Rossignon 2013, section 3.5.1, algorithm 1: y = A x in BCSR, one warp per block row.
// The values of a block row are stored column by column, and each column has its own index. 32 / b columns are read
// at a time. Each lane processes one row of the block, so that adding the sums takes few steps. The printed algorithm
// has three misprints, corrected here: threads from (32 / b) b on are idle, not only the threads after it; a block
// has several warps, so the block row is blockIdx.x * blockDim.y + threadIdx.y; and y starts at block row times b.
// See rossignon2013_bcsr_printed.cu. The algorithm does not support blocks of more than 32 rows. Zeros that fill a
// block do not change the result as long as x is finite. The listing only says "reduction"; this implementation is
// ours.
// format: bcsr

#include <assert.h>

template <typename T>
__global__ void bcsr(int rows, int block_size, int block_rows, const int* pointer, const int* column, const T* value,
                     const T* x, T* y) {
    assert(block_size <= 32);
    __shared__ T sums[32][32];
    const int lane = threadIdx.x, warp = threadIdx.y;
    const int block_row = blockIdx.x * blockDim.y + threadIdx.y;
    if (block_row >= block_rows) return; // the condition is uniform across the warp
    const int columns_per_turn = 32 / block_size;
    const bool works = lane < columns_per_turn * block_size; // the remaining threads of the warp are unused
    const int my_column = lane / block_size;
    const int my_row = lane % block_size;

    T sum = 0;
    if (works) {
        int j = pointer[block_row] + my_column;
        long long i = (long long)j * block_size + my_row;
        const int end = pointer[block_row + 1];
        while (j < end) {
            sum += value[i] * x[column[j]];
            i += columns_per_turn * block_size;
            j += columns_per_turn;
        }
    }

    sums[warp][lane] = sum;
    __syncwarp();
    // Tree reduction over the columns: the upper half is added to the lower half until one column is left.
    const int columns = columns_per_turn;
    for (int left = columns; left > 1; left = (left + 1) / 2) {
        const int half = (left + 1) / 2;
        if (my_column + half < left && lane + half * block_size < 32)
            sums[warp][lane] += sums[warp][lane + half * block_size];
        __syncwarp();
    }
    const int row = block_row * block_size + my_row;
    if (my_column == 0 && row < rows) y[row] = sums[warp][lane];
}

template <typename T>
void run(int rows, int block_size, int block_rows, const int* pointer, const int* column, const T* value, const T* x,
         T* y, int block) {
    const int warps = block / 32;
    const int grid = (block_rows + warps - 1) / warps;
    const dim3 threads(32, warps);
    bcsr<<<grid, threads>>>(rows, block_size, block_rows, pointer, column, value, x, y);
}
