#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/ordering/order.h"

namespace warploom::ordering {

/// Returns the matrix with its rows and columns reordered, and with a name such as "matrix.mtx|rcm". The right-hand
/// side is permuted as well. The result has no water network, because the rows of the matrix no longer match the order
/// of the network's nodes. Errors: same as find_order(), and "matrix.unsupported".
Matrix ordered_matrix(const Matrix& matrix, OrderKind kind, OrderOf of, const Progress& progress = {});

} // namespace warploom::ordering
