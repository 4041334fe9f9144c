#pragma once

#include "engine/matrix/csr_matrix.h"

#include <string>

namespace warploom {

/// The lower triangle of a square matrix with its diagonal: L of L x = b. Columns ascend, so the diagonal is the last
/// entry of its row. What stands above it is left out. A matrix that stores no diagonal at all is taken as one with
/// ones there, as the L of an LU factorization is stored.
/// Errors: "matrix.square"; "matrix.diagonal" with the row (from 0) whose diagonal is 0 or missing.
CsrMatrix lower_factor(const CsrMatrix& matrix);

/// Says in a sentence how L differs from the matrix: how many entries above the diagonal are left out, that only the
/// diagonal is left, or that ones are taken as the diagonal. Empty for a lower triangle with its diagonal.
std::string lower_factor_note(const CsrMatrix& matrix);

} // namespace warploom
