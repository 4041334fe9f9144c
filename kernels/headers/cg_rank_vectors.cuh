#pragma once

#include "cg_diagonal_vectors.cuh"

// Data of conjugate gradients for few diagonals with rows partitioned over ranks (cg_rank_diagonals.cuh). Also included
// by host code.

/// A sum and the tag of its reduction, written by one GPU to the memory of another. A float uses only the lower half.
struct SumSlot {
    unsigned low, low_tag, high, high_tag;
};

template <typename T> struct SentRows {
    long long first, last;
    T* to;
};

/// The view of one rank. r and p have space for the halo before and after the rank's rows.
template <typename T> struct RankDiagonalCg {
    DiagonalVectors<T> v;
    DiagonalRows<T> below, inner, above; ///< the rank's rows in three parts, in row order, possibly empty
    int halo_below, halo_above;
    int ranks; ///< all ranks use the same number of blocks
    SumSlot *slots_pq, *slots_rr;
    SumSlot *const *pq_to, *const *rr_to; ///< where to write this rank's block sums: `targets` destinations each
    int targets;
    const SentRows<T>* sent; ///< `sends` elements; null if rows are exchanged by other means
    int sends;
    int front, back; ///< number of rows at the start and end to compute first, because they will be sent
};
