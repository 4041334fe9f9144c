#pragma once

#include "engine/matrix/csr_matrix.h"

#include <string>

namespace warploom {

/// Returns the lower triangle of a square matrix including its diagonal, which is the L of L x = b. Columns ascend, so
/// the diagonal is the last entry of its row. Entries above the diagonal are ignored. If no diagonal entry is stored,
/// the diagonal is assumed to be all ones, as for the L of an LU factorization. Errors: "matrix.square";
/// "matrix.diagonal" with the row (from 0) whose diagonal is 0 or missing.
CsrMatrix lower_factor(const CsrMatrix& matrix);

/// Returns a sentence that describes how L differs from the matrix: the number of ignored entries above the diagonal,
/// that only the diagonal is left, or that the diagonal is assumed to be ones. Empty for a lower triangular matrix that
/// includes its diagonal.
std::string lower_factor_note(const CsrMatrix& matrix);

} // namespace warploom
