#pragma once

#include "engine/matrix/csr_matrix.h"

#include <string>

namespace warploom {

/// Returns the lower triangle of a square matrix including its diagonal: L in L x = b. Columns ascend, so the diagonal
/// is the last entry of its row. Entries above the diagonal are ignored. If no diagonal is stored at all, it is assumed
/// to be all ones, as for the L of an LU factorization. Errors: "matrix.square"; "matrix.diagonal" with the row (from
/// 0) whose diagonal is 0 or missing.
CsrMatrix lower_factor(const CsrMatrix& matrix);

/// Returns a sentence that describes how L differs from the matrix: how many entries above the diagonal were ignored,
/// that only the diagonal is left, or that ones are used as the diagonal. Empty for a lower triangular matrix with its
/// diagonal.
std::string lower_factor_note(const CsrMatrix& matrix);

} // namespace warploom
