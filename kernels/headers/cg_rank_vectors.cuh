#pragma once

#include "cg_diagonal_vectors.cuh"

// The data of conjugate gradients for a matrix with few diagonals whose rows are partitioned over ranks
// (cg_rank_diagonals.cuh). C++ code on the host also includes this file.

/// A sum with the tag of its reduction, written by one GPU to the memory of another. A float uses only the lower half.
struct SumSlot {
    unsigned low, low_tag, high, high_tag;
};

/// Rows of a vector that another rank needs.
template <typename T> struct SentRows {
    long long first, last;
    T* to; ///< address to which the first of the rows is written
};

/// The view of one rank. Both r and p have space for the halo before and after the rows of this rank.
template <typename T> struct RankDiagonalCg {
    DiagonalVectors<T> v;
    DiagonalRows<T> below, inner, above; ///< the rank's rows in three parts, in row order; parts can be empty
    int halo_below, halo_above;
    int ranks;                            ///< number of ranks; all ranks use the same number of blocks
    SumSlot *slots_pq, *slots_rr;         ///< slots for the sums of all blocks, by rank
    SumSlot *const *pq_to, *const *rr_to; ///< destinations of this rank's block sums, `targets` of each
    int targets;
    const SentRows<T>* sent; ///< `sends` elements; null if rows are exchanged by other means
    int sends;
    int front, back; ///< number of rows at the start and end that contain all sent rows
};
