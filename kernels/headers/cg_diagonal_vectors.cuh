#pragma once

#include "cg_vectors.cuh"

// Data of conjugate gradients over a matrix with few diagonals (cg_diagonals.cuh). Also included by host code in C++.

/// Maximum number of diagonals; a thread loads a value of each before it uses the first.
constexpr int most_diagonals = 8;

/// State of a batch of iterations.
constexpr int turns_go_on = 0;
constexpr int turns_stopped = 1;
constexpr int turns_broken = 2;

struct DiagonalTurns {
    int next;    ///< iteration of the batch that the next product belongs to; written by the residual
    int ended;   ///< how the batch ended; written by the residual
    int present; ///< iteration of the current residual; written by the product, used over ranks
    int before;  ///< iterations of all earlier batches; written between batches, used over ranks
};

template <typename T> struct DiagonalFigures {
    T rz;           ///< r·r of the current residual; written by the product
    T rz_before;    ///< this and the following are written by the residual
    T alpha;        ///< of the previous iteration
    T alpha_before; ///< of the iteration before the previous one
};

/// Consecutive rows in DIA: entry (row, d) is at d * leading_dimension + row - first_row, in column row + shift +
/// offset[d].
template <typename T> struct DiagonalRows {
    const int* offset;
    const T* value;
    long long leading_dimension;
    int diagonals;
    int first_row, last_row;
    int shift, lowest, highest; ///< valid columns: lowest .. highest - 1
};

/// Vectors and state on this GPU; indices count from its first row.
template <typename T> struct DiagonalVectors {
    int n; ///< number of rows on this GPU
    T *x, *r, *q;
    T *even_p, *odd_p; ///< direction of even iterations (the p that other kernels read) and of odd iterations
    int product_blocks, residual_blocks;
    CgScalars<T>* scalar;
    CgFlags* flag;
    T* history;
    DiagonalFigures<T>* own;
    DiagonalTurns* turn;
};

/// A single GPU: each launch adds the partial sums of all blocks of the previous launch.
template <typename T> struct DiagonalCg {
    DiagonalVectors<T> v;
    DiagonalRows<T> rows;
    T *sums_pq, *sums_rr;
};
