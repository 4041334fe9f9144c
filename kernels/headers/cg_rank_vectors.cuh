#pragma once

#include "cg_diagonal_vectors.cuh"

// Conjugate gradients over a matrix of few diagonals whose rows are shared out among ranks (cg_rank_diagonals.cuh): where
// things lie. The host part in C++ includes this.

/// A sum with the tag of its meeting, as one GPU leaves it in another one's memory. A float has no upper half.
struct SumSlot {
    unsigned low, low_tag, high, high_tag;
};

/// Rows of a rank that another one needs.
template <typename T> struct SentRows {
    long long first, last;
    T* to; ///< where the first of them goes
};

/// r and both p have room for the halo before and behind the own rows.
template <typename T> struct RankDiagonalCg {
    DiagonalVectors<T> v;
    DiagonalRows<T> below, inner, above; ///< in the order of rows; some have none
    int halo_below, halo_above;
    int ranks;                            ///< all have the same numbers of blocks
    SumSlot *slots_pq, *slots_rr;         ///< of all ranks' blocks, by rank
    SumSlot *const *pq_to, *const *rr_to; ///< where this rank's blocks leave theirs, `targets` places each
    int targets;
    const SentRows<T>* sent; ///< `sends` of them, by writing; none where they travel otherwise
    int sends;
    int front, back; ///< rows at both ends within which they are
};
