#pragma once

#include "engine/matrix/csr_matrix.h"

#include <string>

namespace warploom {

/// Returns the lower triangle of a square matrix, including the diagonal, for use as L in the triangular system L x =
/// b. Column indices are in ascending order, so the diagonal entry is the last entry of its row. Entries above the
/// diagonal are ignored. If no diagonal entries are stored, all of them are assumed to be 1, as in the factor L of an
/// LU factorization. Throws Error("matrix.square"), and Error("matrix.diagonal") with the row (counted from 0) if a
/// diagonal entry is 0 or missing.
CsrMatrix lower_factor(const CsrMatrix& matrix);

/// Returns a sentence that describes how the triangular factor L differs from the matrix. It states how many entries
/// above the diagonal are ignored, that only the diagonal is left, or that the diagonal is assumed to be all ones.
/// Returns an empty string for a lower triangular matrix that includes its diagonal.
std::string lower_factor_note(const CsrMatrix& matrix);

} // namespace warploom
