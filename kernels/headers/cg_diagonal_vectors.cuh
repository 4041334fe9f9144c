#pragma once

#include "cg_vectors.cuh"

// Data of conjugate gradients for a matrix with few diagonals (cg_diagonals.cuh), also included by C++ host code.

/// The maximum number of diagonals. A thread loads a value of each diagonal before it uses the first value.
constexpr int most_diagonals = 8;

/// States of a batch of CG iterations.
constexpr int turns_go_on = 0;
constexpr int turns_stopped = 1;
constexpr int turns_broken = 2;

struct DiagonalTurns {
    int next;    ///< iteration of the batch to which the next product belongs; written by the residual kernel
    int ended;   ///< state in which the batch ended; written by the residual kernel
    int present; ///< iteration of the current residual; written by the product kernel; for several ranks only
    int before;  ///< number of iterations in all earlier batches; written between batches; for several ranks only
};

template <typename T> struct DiagonalFigures {
    T rz;           ///< r·r of the current residual; written by the product kernel
    T rz_before;    ///< this and the following members are written by the residual kernel
    T alpha;        ///< α of the previous iteration
    T alpha_before; ///< α of the iteration before the previous iteration
};

/// Consecutive rows in DIA. Entry (row, d) is at d * leading_dimension + row - first_row, in column row + shift +
/// offset[d].
template <typename T> struct DiagonalRows {
    const int* offset;
    const T* value;
    long long leading_dimension;
    int diagonals;
    int first_row, last_row;
    int shift, lowest, highest; ///< valid columns are lowest .. highest - 1
};

/// The vectors and the state on this GPU. Indices are relative to the first row on this GPU.
template <typename T> struct DiagonalVectors {
    int n; ///< number of rows on this GPU
    T *x, *r, *q;
    T *even_p, *odd_p; ///< search directions of even iterations (the p that other kernels read) and of odd iterations
    int product_blocks, residual_blocks;
    CgScalars<T>* scalar;
    CgFlags* flag;
    T* history;
    DiagonalFigures<T>* own;
    DiagonalTurns* turn;
};

/// A single GPU. Each launch adds the partial sums of all blocks of the previous launch.
template <typename T> struct DiagonalCg {
    DiagonalVectors<T> v;
    DiagonalRows<T> rows;
    T *sums_pq, *sums_rr;
};
