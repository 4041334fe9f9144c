// finding: wrong-result
// matrix: reservoir:grid=3,block=3
// Rossignon 2013, section 3.5.1, algorithm 1 with its three misprints: y = A x in BCSR, one warp per block row.
// 1. Threads from (32 / b) b on should idle; the listing excludes only later threads, so with 3 x 3 blocks
//    thread 30 continues and adds the columns of thread 0 again.
// 2. The block row is blockIdx.x + threadIdx.y. A block has blockDim.y warps, so neighboring blocks take the same rows,
//    and the last rows are skipped.
// 3. The sums are written to Y[block row + row of the block]; the factor b of the block row is missing.
// It seems to work with 1 x 1 matrix blocks and one warp per thread block, because then none of the three matters. The
// listing only says "reduction"; this reduction is ours. rossignon2013_bcsr.cu has the intended reduction.
// format: bcsr

#include <assert.h>

template <typename T>
__global__ void bcsr(int rows, int block_size, int block_rows, const int* pointer, const int* column, const T* value,
                     const T* x, T* y) {
    assert(block_size <= 32);
    __shared__ T sums[32][32];
    const int lane = threadIdx.x, warp = threadIdx.y;
    const int block_row = blockIdx.x + threadIdx.y;
    if (block_row >= block_rows) return; // the condition is uniform across the warp
    const int columns_per_turn = 32 / block_size;
    const bool works = lane <= columns_per_turn * block_size; // the remaining threads of the warp are unused
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
    const int columns = (31 + block_size) / block_size;
    for (int left = columns; left > 1; left = (left + 1) / 2) {
        const int half = (left + 1) / 2;
        if (my_column + half < left && lane + half * block_size < 32)
            sums[warp][lane] += sums[warp][lane + half * block_size];
        __syncwarp();
    }
    const int row = block_row + my_row;
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
