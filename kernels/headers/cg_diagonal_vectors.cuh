#pragma once

#include "cg_vectors.cuh"

// Data structures of CG for matrices with few diagonals (cg_diagonals.cuh). Host code also includes this file.

/// Maximum number of diagonals. A thread loads its value of every diagonal before it uses the first one.
constexpr int most_diagonals = 8;

/// States of a batch of CG iterations: it continues, has stopped, or has broken down.
constexpr int turns_go_on = 0;
constexpr int turns_stopped = 1;
constexpr int turns_broken = 2;

struct DiagonalTurns {
    int next;    ///< iteration of the next product; written by the residual kernel
    int ended;   ///< reason why the batch ended; written by the residual kernel
    int present; ///< iteration of the current residual; written by the product kernel; used only with several ranks
    int before;  ///< number of iterations in all earlier batches; used only with several ranks
};

template <typename T> struct DiagonalFigures {
    T rz;        ///< r·r of the current residual; written by the product kernel
    T rz_before; ///< r·r of the previous residual; written by the residual kernel, like the members below
    T alpha;
    T alpha_before; ///< α of the previous iteration
};

/// Consecutive rows in DIA. Entry (row, d) has index d * leading_dimension + row - first_row. Its column is row + shift
/// + offset[d].
template <typename T> struct DiagonalRows {
    const int* offset;
    const T* value;
    long long leading_dimension;
    int diagonals;
    int first_row, last_row;
    int shift, lowest, highest; ///< valid columns are lowest to highest - 1
};

/// Vectors and state of one GPU. Indices are relative to the first row of that GPU.
template <typename T> struct DiagonalVectors {
    int n;
    T *x, *r, *q;
    T *even_p, *odd_p; ///< search directions of even iterations (`p` in other kernels) and of odd iterations
    int product_blocks, residual_blocks;
    CgScalars<T>* scalar;
    CgFlags* flag;
    T* history;
    DiagonalFigures<T>* own;
    DiagonalTurns* turn;
};

/// Data for a single GPU. Each launch adds up the partial sums of the previous one.
template <typename T> struct DiagonalCg {
    DiagonalVectors<T> v;
    DiagonalRows<T> rows;
    T *sums_pq, *sums_rr;
};
