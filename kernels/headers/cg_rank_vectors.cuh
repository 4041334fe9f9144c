#pragma once

#include "cg_diagonal_vectors.cuh"

// The data of conjugate gradients for a matrix with few diagonals whose rows are partitioned over ranks
// (cg_rank_diagonals.cuh). C++ code on the host includes it, too.

/// A sum and the tag of its reduction, which one GPU writes to the memory of another. A float uses only the lower half.
struct SumSlot {
    unsigned low, low_tag, high, high_tag;
};

/// The rows that another rank needs.
template <typename T> struct SentRows {
    long long first, last;
    T* to; ///< the destination of the first row
};

/// Both r and p have room for the halo before and after the rows of this rank.
template <typename T> struct RankDiagonalCg {
    DiagonalVectors<T> v;
    DiagonalRows<T> below, inner, above; ///< in row order; some of them may be empty
    int halo_below, halo_above;
    int ranks;                            ///< all ranks have the same number of blocks
    SumSlot *slots_pq, *slots_rr;         ///< for the blocks of all ranks, by rank
    SumSlot *const *pq_to, *const *rr_to; ///< destinations of the block sums of this rank, `targets` of each
    int targets;
    const SentRows<T>* sent; ///< `sends` items; none if rows are exchanged by other means
    int sends;
    int front, back; ///< number of rows at each end that contain all sent rows
};
