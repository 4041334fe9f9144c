// in: a int[64]
// out: block_sum int[1]
// out: tile_sums int[4]

#include <cooperative_groups.h>

using namespace cooperative_groups;

void expected(const int* a, int* block_sum, int* tile_sums) {
    block_sum[0] = 0;
    for (int tile = 0; tile < 4; ++tile) {
        tile_sums[tile] = 0;
        for (int i = 0; i < 16; ++i) tile_sums[tile] += a[16 * tile + i];
        block_sum[0] += tile_sums[tile];
    }
}

/// Adds up the values of any group in shared memory; the first thread gets the sum.
__device__ int add_up(thread_group group, int* shared, int value) {
    const int rank = group.thread_rank();
    for (int half = group.size() / 2; half > 0; half /= 2) {
        shared[rank] = value;
        group.sync();
        if (rank < half) value += shared[rank + half];
        group.sync();
    }
    return value;
}

__global__ void sums(const int* a, int* block_sum, int* tile_sums) {
    __shared__ int memory[64];
    const thread_block block = this_thread_block();
    const thread_block_tile<16> tile = tiled_partition<16>(block);
    const int value = a[block.thread_rank()];
    const int of_block = add_up(block, memory, value);
    if (block.thread_rank() == 0) block_sum[0] = of_block;
    block.sync();
    const int of_tile = add_up(tile, memory + 16 * tile.meta_group_rank(), value);
    if (tile.thread_rank() == 0) tile_sums[tile.meta_group_rank()] = of_tile;
}

void run(const int* a, int* block_sum, int* tile_sums) { sums<<<1, 64>>>(a, block_sum, tile_sums); }
