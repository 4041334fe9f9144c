// y: 64 63 2 17 16 1 496 31 0 7 4294901760 1 0 3 28 2 24 3 9 12 2 1
// The part of cooperative groups that NVIDIA's samples use.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

template <class T> __device__ T sum_of(cg::thread_block_tile<32> tile, T value) {
    for (int distance = tile.size() / 2; distance > 0; distance /= 2) value += tile.shfl_down(value, distance);
    return tile.shfl(value, 0);
}
__device__ int reduce(int a) { return a; } // has nothing to do with cg::reduce
__global__ void k(int rows, const int* in, double* y) {
    cg::thread_block cta = cg::this_thread_block();
    __shared__ unsigned last;
    if (cta.thread_rank() == cta.size() - 1) last = cta.thread_rank();
    cg::sync(cta);
    const unsigned most = last;
    cta.sync();
    auto tile = cg::tiled_partition<32>(cta);
    const cg::thread_block_tile<16> half = cg::tiled_partition<16>(cta);
    cg::thread_block_tile<4> few = cg::tiled_partition<4>(cta);
    auto pair = cg::tiled_partition<2>(tile);
    const int rank = threadIdx.x;
    const int sum = sum_of(tile, (int)tile.thread_rank());
    const int greatest = cg::reduce(tile, rank, cg::greater<int>());
    const int least = cg::reduce(tile, rank, cg::less<int>());
    const int half_sum = cg::reduce(few, rank, cg::plus<int>());
    const unsigned ballot = tile.ballot(rank % 32 >= 16), half_ballot = half.ballot(rank % 16 == 1);
    const int any = half.any(rank == 17), all = half.all(rank < 32);
    const int up = tile.shfl_up(rank, 1), crossed = few.shfl_xor(rank, 1);
    tile.sync();
    half.sync();
    if (rank == 18) {
        y[0] = cta.size();
        y[1] = most;
        y[2] = half.thread_rank();
        y[3] = up;
        y[4] = half.size();
        y[5] = half.meta_group_rank();
        y[6] = sum;
        y[7] = greatest;
        y[8] = least;
        y[9] = reduce(7);
        y[10] = ballot;
        y[11] = any;
        y[12] = all - 1;
        y[13] = cta.thread_index().x - 15;
        y[14] = half_sum - 42;
        y[15] = half_ballot;
        y[16] = crossed + 5;
        y[17] = few.meta_group_size() - 13;
        y[18] = cta.dim_threads().x - 55;
        y[19] = cta.num_threads() - 52 + cta.group_index().y;
        y[20] = tile.meta_group_size();
        y[21] = pair.meta_group_rank() - 8;
    }
}
void run(int rows, const int* in, double* y, int block) { k<<<1, 64>>>(rows, in, y); }
