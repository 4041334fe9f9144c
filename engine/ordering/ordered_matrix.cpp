#include "engine/ordering/ordered_matrix.h"

#include "engine/error.h"
#include "engine/sentence.h"

#include <utility>

namespace warploom::ordering {

namespace {

/// Composes two permutations. Returns the original row at each position.
std::vector<std::int32_t> joined(const std::vector<std::int32_t>& first, const std::vector<std::int32_t>& second) {
    if (first.empty() || second.empty()) return first.empty() ? second : first;
    std::vector<std::int32_t> made(second.size());
    for (std::size_t place = 0; place < made.size(); ++place) made[place] = first[second[place]];
    return made;
}

} // namespace

Matrix ordered_matrix(const Matrix& matrix, OrderKind kind, OrderOf of, const Progress& progress) {
    if (matrix.is_oversize())
        throw Error("matrix.unsupported", matrix.why_not_runnable(),
                    sentence("Use `info` to inspect this matrix. It cannot be reordered."));
    Order order = find_order(kind, of, matrix.csr, progress);
    Matrix made;
    made.name = matrix.name + "|" + order.name();
    made.csr = reordered(matrix.csr, order);
    made.stored = matrix.stored;
    made.explicit_zeros = matrix.explicit_zeros;
    made.repeats = matrix.repeats;
    made.field = matrix.field;
    made.symmetry = of == OrderOf::both ? matrix.symmetry : Symmetry::general;
    if (!matrix.right_side.empty()) made.right_side = order.taken_by_rows(matrix.right_side);
    if (matrix.order != nullptr) {
        order.rows = joined(matrix.order->rows, order.rows);
        order.cols = joined(matrix.order->cols, order.cols);
    }
    made.order = std::make_shared<const Order>(std::move(order));
    return made;
}

} // namespace warploom::ordering
