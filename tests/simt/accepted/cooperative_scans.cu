// y: 51 33 5 36 9 16 6 16 22 7 1 1 240 90 72 65280 11 6 8 4 146 192 3 2 2 3 2016 120 8 190 1
// Scans, coalesced groups, partitions, and functions for any group.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

/// Adds up a value in shared memory, as in NVIDIA's sample simpleCooperativeGroups.
__device__ int sum_of(cg::thread_group group, int* shared, int value) {
    const int lane = group.thread_rank();
    for (int i = group.size() / 2; i > 0; i /= 2) {
        shared[lane] = value;
        group.sync();
        if (lane < i) value += shared[lane + i];
        group.sync();
    }
    return lane == 0 ? value : -1;
}
__global__ void k(int rows, const int* in, double* y) {
    __shared__ int memory[64];
    __shared__ int block_sum, tile_sum;
    auto block = cg::this_thread_block();
    const auto grid = cg::this_grid();
    const auto warp = cg::tiled_partition<32>(block);
    const auto tile = cg::tiled_partition<8>(block);
    const cg::thread_block_tile<16> half = cg::tiled_partition<16>(block);
    const int rank = threadIdx.x;
    const int sum = sum_of(block, memory, rank);
    if (rank == 0) block_sum = sum;
    block.sync();
    const int part = sum_of(half, memory + 16 * half.meta_group_rank(), (int)half.thread_rank());
    if (rank == 16) tile_sum = part;
    block.sync();
    const int inclusive = cg::inclusive_scan(tile, rank), exclusive = cg::exclusive_scan(tile, rank);
    const int greatest = cg::inclusive_scan(tile, rank * 5 % 8, cg::greater<int>());
    const unsigned alike = tile.match_any(rank % 3);
    const cg::coalesced_group thirds = cg::binary_partition(warp, rank % 3 == 0);
    const auto fourths = cg::labeled_partition(warp, rank % 4);
    const int last = cg::reduce(fourths, rank, cg::plus<int>());
    const int all_scanned = cg::exclusive_scan(warp, 1);
    if (rank % 2 == 0) {
        const cg::coalesced_group active = cg::coalesced_threads();
        const int third = active.shfl(rank, 3), up = active.shfl_up(rank, 1), down = active.shfl_down(rank, 2);
        const unsigned ballot = active.ballot(rank < 6);
        const int any = active.any(rank == 30), all = active.all(rank < 32);
        const int total = cg::reduce(active, rank, cg::plus<int>());
        const int scanned = cg::inclusive_scan(active, rank), before = cg::exclusive_scan(active, rank);
        const unsigned same = active.match_any(rank / 16);
        active.sync();
        if (rank == 18 && blockIdx.x == 2) {
            y[0] = inclusive;
            y[1] = exclusive;
            y[2] = greatest;
            y[3] = alike;
            y[4] = active.thread_rank();
            y[5] = active.size();
            y[6] = third;
            y[7] = up;
            y[8] = down;
            y[9] = ballot;
            y[10] = any;
            y[11] = all;
            y[12] = total;
            y[13] = scanned;
            y[14] = before;
            y[15] = same;
            y[16] = thirds.size();
            y[17] = thirds.thread_rank();
            y[18] = fourths.num_threads();
            y[19] = fourths.thread_rank();
            y[20] = grid.thread_rank();
            y[21] = grid.size();
            y[22] = grid.num_blocks();
            y[23] = grid.block_rank();
            y[24] = grid.block_index().x;
            y[25] = grid.dim_blocks().x;
            y[26] = block_sum;
            y[27] = tile_sum;
            y[28] = tile.num_threads();
            y[29] = last + all_scanned + 44;
            y[30] = block.group_dim().y;
        }
    }
}
void run(int rows, const int* in, double* y, int block) { k<<<3, 64>>>(rows, in, y); }
