#pragma once

#include "cg_diagonal_vectors.cuh"

// Data of conjugate gradients over a matrix with few diagonals whose rows are partitioned over ranks
// (cg_rank_diagonals.cuh). Also included by host code in C++.

/// A sum and the tag of its reduction, as one GPU writes it to the memory of another. A float uses only the lower half.
struct SumSlot {
    unsigned low, low_tag, high, high_tag;
};

/// Rows that another rank needs.
template <typename T> struct SentRows {
    long long first, last;
    T* to; ///< destination of the first row
};

/// r and both p have room for the halo before and after this rank's rows.
template <typename T> struct RankDiagonalCg {
    DiagonalVectors<T> v;
    DiagonalRows<T> below, inner, above; ///< in row order; some may be empty
    int halo_below, halo_above;
    int ranks;                            ///< all have the same number of blocks
    SumSlot *slots_pq, *slots_rr;         ///< for the blocks of all ranks, by rank
    SumSlot *const *pq_to, *const *rr_to; ///< destinations of this rank's block sums, `targets` of each
    int targets;
    const SentRows<T>* sent; ///< `sends` items; none if rows are exchanged by other means
    int sends;
    int front, back; ///< rows at both ends that contain all sent rows
};
