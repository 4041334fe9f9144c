#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/ordering/order.h"

namespace warploom::ordering {

/// The matrix in another order, under the name "matrix.mtx|rcm". Its right side goes along; of a water network only the
/// matrix is left, because its rows are no longer the nodes in their order. Errors: those of find_order,
/// "matrix.unsupported".
Matrix ordered_matrix(const Matrix& matrix, OrderKind kind, OrderOf of, const Progress& progress = {});

} // namespace warploom::ordering
