// Rossignon 2013, section 3.5.1, algorithm 1 with x in shared memory: y = A x in BCSR, one warp per block row. The b
// lanes of a column need the same element of x. The text says that they share it: here the first lane loads it, and the
// others read it from shared memory. For the printed listing, see rossignon2013_bcsr.cu. All lanes of a warp stay in
// the loop until the last column, because the loop synchronizes them. The algorithm does not support blocks of more
// than 32 rows. Zeros that fill a block do not change the result as long as x is finite.
// format: bcsr

#include <assert.h>

template <typename T>
__global__ void bcsr_shared_x(int rows, int block_size, int block_rows, const int* pointer, const int* column,
                              const T* value, const T* x, T* y) {
    assert(block_size <= 32);
    __shared__ T sums[32][32];
    __shared__ T x_of_column[32][32];
    const int lane = threadIdx.x, warp = threadIdx.y;
    const int block_row = blockIdx.x * blockDim.y + threadIdx.y;
    if (block_row >= block_rows) return; // the condition is uniform across the warp
    const int columns_per_turn = 32 / block_size;
    const int my_column = lane / block_size;
    const int my_row = lane % block_size;
    const int end = pointer[block_row + 1];

    T sum = 0;
    for (int first = pointer[block_row]; first < end; first += columns_per_turn) {
        const int j = first + my_column;
        const bool works = my_column < columns_per_turn && j < end;
        if (works && my_row == 0) x_of_column[warp][my_column] = x[column[j]];
        __syncwarp();
        if (works) sum += value[(long long)j * block_size + my_row] * x_of_column[warp][my_column];
        __syncwarp();
    }

    sums[warp][lane] = sum;
    __syncwarp();
    // Tree reduction over the columns: the upper half is added to the lower half until one column is left.
    for (int left = columns_per_turn; left > 1; left = (left + 1) / 2) {
        const int half = (left + 1) / 2;
        if (my_column + half < left) sums[warp][lane] += sums[warp][lane + half * block_size];
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
    bcsr_shared_x<<<grid, threads>>>(rows, block_size, block_rows, pointer, column, value, x, y);
}
