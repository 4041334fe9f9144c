#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/ordering/order.h"

namespace warploom::ordering {

/// Returns the matrix in another order, under a name such as "matrix.mtx|rcm". The right-hand side is also permuted.
/// For a water network, only the matrix is kept, because its rows no longer match the order of the nodes. Errors: same
/// as find_order(), and "matrix.unsupported".
Matrix ordered_matrix(const Matrix& matrix, OrderKind kind, OrderOf of, const Progress& progress = {});

} // namespace warploom::ordering
