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
    /// Takes orders like Matrix::order; null is the original order.
    OrderMap(const ordering::Order* from, const ordering::Order* to);
    HoveredNonzero operator()(const HoveredNonzero& nonzero) const;

private:
    std::vector<std::int32_t> rows_, cols_; ///< empty for the identity
};

/// Old and new position of a nonzero; x is the column, y the row.
struct MovedNonzero {
    QPointF from, to;
};

/// Tracks nonzeros when the ordering of the shown matrix changes.
class OrderMotion {
public:
    /// Sets the shown matrix. If it is the previous matrix in another ordering, returns the movement of a sample of its
    /// nonzeros. Returns an empty vector otherwise, and for matrices that are too large.
    std::vector<MovedNonzero> show(const MatrixHandle& matrix);
    /// Returns the position of a nonzero of the previous matrix in the shown one. The result is invalid if it is a
    /// different matrix.
    HoveredNonzero moved(const HoveredNonzero& nonzero) const;

private:
    std::string base_, name_; ///< name of the matrix without and with orderings
    std::int64_t rows_ = 0, cols_ = 0;
    std::shared_ptr<const ordering::Order> order_;
    std::vector<HoveredNonzero> sample_;
    bool is_same_ = false; ///< the previous matrix is the same one in another ordering
    OrderMap map_;
};

} // namespace warploom::ui
