#pragma once

#include "engine/matrix/csr_matrix.h"

#include <functional>

namespace warploom {

struct SymmetryReport {
    bool pattern = false;
    bool values = false;
    double defect = 0; ///< max |a_ij - a_ji| / max |a|; NaN where the matrix is not square
};

/// Compares a matrix with its transpose in one walk over the rows, without building the transpose.
/// `check` is called every few thousand rows and may throw.
SymmetryReport examine_symmetry(const CsrMatrix& matrix, const std::function<void()>& check = {});

} // namespace warploom
