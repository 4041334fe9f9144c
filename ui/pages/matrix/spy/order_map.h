#pragma once

#include "engine/ordering/order.h"
#include "ui/session/session.h"

#include <QPointF>

#include <cstdint>
#include <memory>
#include <vector>

namespace warploom::ui {

/// Maps positions of nonzeros from one ordering of a matrix to another.
class OrderMap {
public:
    OrderMap() = default; ///< identity
    /// Takes orders in the form of Matrix::order. Null means the original order.
    OrderMap(const ordering::Order* from, const ordering::Order* to);
    HoveredNonzero operator()(const HoveredNonzero& nonzero) const;

private:
    std::vector<std::int32_t> rows_, cols_; ///< empty for the identity
};

/// The old and the new position of a nonzero; x is the column, and y is the row.
struct MovedNonzero {
    QPointF from, to;
};

/// Tracks nonzeros when the ordering of the shown matrix changes.
class OrderMotion {
public:
    /// Sets the shown matrix. If it is the previous matrix in another ordering, returns the movement of a sample of its
    /// nonzeros. Otherwise, and for matrices that are too large, returns an empty vector.
    std::vector<MovedNonzero> show(const MatrixHandle& matrix);
    /// Converts the position of a nonzero of the previous matrix to the shown one. The result is invalid if it is a
    /// different matrix.
    HoveredNonzero moved(const HoveredNonzero& nonzero) const;

private:
    std::string base_, name_; ///< the name of the matrix without orderings and with them
    std::int64_t rows_ = 0, cols_ = 0;
    std::shared_ptr<const ordering::Order> order_;
    std::vector<HoveredNonzero> sample_;
    bool is_same_ = false; ///< whether the previous matrix is the same one in another ordering
    OrderMap map_;
};

} // namespace warploom::ui
