#pragma once

#include "cg_vectors.cuh"

// What conjugate gradients over a matrix of few diagonals work on (cg_diagonals.cuh). The host part in C++ includes this.

/// The most whose values a thread asks for before it uses the first.
constexpr int most_diagonals = 8;

/// How a stretch goes.
constexpr int turns_go_on = 0;
constexpr int turns_stopped = 1;
constexpr int turns_broken = 2;

struct DiagonalTurns {
    int next;    ///< which iteration of the stretch the next product belongs to; written by the residual
    int ended;   ///< and how it ended; written by the residual
    int present; ///< which iteration the present residual belongs to; written by the product over ranks
    int before;  ///< turns of all stretches before; written between them, over ranks
};

template <typename T> struct DiagonalFigures {
    T rz;           ///< r·r of the present residual; written by the product
    T rz_before;    ///< these are written by the residual
    T alpha;        ///< of the iteration before
    T alpha_before; ///< of the one before that
};

/// A run of rows in DIA: the entry of (row, d) stands at d * leading_dimension + row - first_row, and is in the column
/// row + shift + offset[d].
template <typename T> struct DiagonalRows {
    const int* offset;
    const T* value;
    long long leading_dimension;
    int diagonals;
    int first_row, last_row;
    int shift, lowest, highest; ///< columns that there are: lowest .. highest - 1
};

/// All count from the first row here.
template <typename T> struct DiagonalVectors {
    int n; ///< rows here
    T *x, *r, *q;
    T *even_p, *odd_p; ///< the direction of even iterations, which is where others look for p, and of odd ones
    int product_blocks, residual_blocks;
    CgScalars<T>* scalar;
    CgFlags* flag;
    T* history;
    DiagonalFigures<T>* own;
    DiagonalTurns* turn;
};

/// One place: a launch adds up what all blocks of the one before have left.
template <typename T> struct DiagonalCg {
    DiagonalVectors<T> v;
    DiagonalRows<T> rows;
    T *sums_pq, *sums_rr;
};
