#pragma once

#include "cg_diagonals.cuh"
#include "cg_rank_vectors.cuh"
#include "sum_slots.cuh"

// Conjugate gradients for a matrix with few diagonals (cg_diagonals.cuh), with the rows partitioned over ranks.
//
// The ranks exchange r, not p. The residual kernel first computes the boundary rows and writes their r to the memory of
// the ranks that need it, so that r arrives before the sums. Each rank then computes the p of these rows itself and
// stores it next to its own p. All ranks get the same bits, because they perform the same operations. There are two
// reductions per iteration, as on one GPU. Each block sends its sum to every rank, and the next launch adds all of them
// in the same order on every rank.
//
// No data is overwritten while it may still be read. A launch writes r and sums only after the sums of the previous
// launch have arrived from all ranks, and a block sends its sum only after all of its reads.

template <typename T> __device__ unsigned tag_of(const RankDiagonalCg<T>& all, int turn) {
    return (unsigned)all.v.turn->before + (unsigned)turn + 1u;
}
template <typename T> __device__ T total_pq(const RankDiagonalCg<T>& all) {
    const unsigned tag = tag_of(all, all.v.turn->present);
    return await_sums<T>(all.slots_pq, all.ranks * all.v.product_blocks, tag, false);
}
template <typename T> __device__ T total_rr(const RankDiagonalCg<T>& all) {
    const unsigned tag = tag_of(all, all.v.turn->next - 1);
    return await_sums<T>(all.slots_rr, all.ranks * all.v.residual_blocks, tag, true);
}
template <typename T> __device__ void leave_pq(const RankDiagonalCg<T>& all, T sum) {
    if (threadIdx.x < all.targets)
        put_slot(all.pq_to[threadIdx.x] + blockIdx.x, slot_of(sum, tag_of(all, all.v.turn->next)));
}
template <typename T> __device__ void leave_rr(const RankDiagonalCg<T>& all, T sum) {
    if (threadIdx.x >= all.targets) return;
    if (all.sends > 0) fence_between_gpus(); // before this call, a barrier follows all writes of the block
    put_slot(all.rr_to[threadIdx.x] + blockIdx.x, slot_of(sum, tag_of(all, all.v.turn->present)));
}
template <typename T> __device__ void note_turn(const RankDiagonalCg<T>& all, int turn) {
    if (blockIdx.x == 0 && threadIdx.x == 0) all.v.turn->present = turn;
}
/// Multiplies the rank's rows, and computes p of the halo with threads that continue after their last row.
template <typename T> __device__ void multiply_all(const RankDiagonalCg<T>& all, const ProductTurn<T>& turn, T& dot) {
    const DiagonalVectors<T>& v = all.v;
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    row = multiply_rows(v, all.below, turn, row, dot);
    row = multiply_rows(v, all.inner, turn, row, dot);
    row = multiply_rows(v, all.above, turn, row, dot);
    if (!turn.is_new) return;
#pragma unroll 1 // rarely more than one iteration; unrolling would use more registers
    for (int k = row - v.n; k < all.halo_below + all.halo_above; k += turn.stride) {
        const int i = k < all.halo_below ? k - all.halo_below : v.n + k - all.halo_below;
        turn.to[i] = v.r[i] + turn.beta * turn.before[i];
    }
}
template <typename T> __device__ T renew_all(const RankDiagonalCg<T>& all, T alpha) {
    const DiagonalVectors<T>& v = all.v;
    const long long stride = (long long)v.residual_blocks * blockDim.x;
    long long k = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    for (; k < all.front + all.back; k += stride) {
        const long long i = k < all.front ? k : v.n - 1 + all.front - k;
        const T renewed = renewed_row(v, alpha, i, sum);
        for (int m = 0; m < all.sends; ++m) {
            const SentRows<T> rows = all.sent[m];
            if (i >= rows.first && i < rows.last) rows.to[i - rows.first] = renewed;
        }
    }
#pragma unroll 4
    for (long long i = v.n - 1 + all.front - k; i >= all.front; i -= stride) renewed_row(v, alpha, i, sum);
    return sum;
}

/// Runs between two batches and ensures that tags keep increasing. One thread is sufficient.
template <typename T> __global__ void rank_diagonal_begin(RankDiagonalCg<T> all) {
    if (blockIdx.x * blockDim.x + threadIdx.x != 0) return;
    DiagonalTurns* const turn = all.v.turn;
    turn->before = (int)((unsigned)turn->before + (unsigned)turn->next + 1u);
    turn->next = 0;
    turn->present = 0;
    turn->ended = turns_go_on;
}
template <typename T> __global__ void __maxnreg__(48) rank_diagonal_product(RankDiagonalCg<T> all) {
    diagonal_product(all.v, all);
}
template <typename T> __global__ void __maxnreg__(32) rank_diagonal_residual(RankDiagonalCg<T> all) {
    diagonal_residual(all.v, all);
}
template <typename T> __global__ void __maxnreg__(32) rank_diagonal_end(RankDiagonalCg<T> all) {
    diagonal_end(all.v, all);
}
