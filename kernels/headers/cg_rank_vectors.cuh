#pragma once

#include "cg_diagonal_vectors.cuh"

// Data structures of CG for matrices with few diagonals whose rows are partitioned over ranks (cg_rank_diagonals.cuh).
// Host code also includes this file.

/// A sum and the tag of its reduction, which one GPU writes to the memory of another. A float uses only the lower half.
struct SumSlot {
    unsigned low, low_tag, high, high_tag;
};

template <typename T> struct SentRows {
    long long first, last;
    T* to;
};

/// Data of one rank. r and p have space for the halo before and after the rank's rows.
template <typename T> struct RankDiagonalCg {
    DiagonalVectors<T> v;
    DiagonalRows<T> below, inner, above; ///< the rank's rows in order, divided into three parts that may be empty
    int halo_below, halo_above;
    int ranks; ///< all ranks use the same number of blocks
    SumSlot *slots_pq, *slots_rr;
    SumSlot *const *pq_to, *const *rr_to; ///< locations to which this rank writes each block sum; `targets` per array
    int targets;
    const SentRows<T>* sent; ///< `sends` elements; null if rows are exchanged in another way
    int sends;
    int front, back; ///< number of rows at the start and at the end that are computed first, because they will be sent
};
