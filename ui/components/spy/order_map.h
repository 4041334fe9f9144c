#pragma once

#include "engine/ordering/order.h"
#include "ui/session/session.h"

#include <QPointF>

#include <cstdint>
#include <memory>
#include <vector>

namespace warploom::ui {

/// Maps the position of a nonzero in one order of a matrix to its position in another order.
class OrderMap {
public:
    OrderMap() = default; ///< the identity map
    /// Creates a map from the order `from` to the order `to` (see Matrix::order). A null pointer represents the
    /// original order.
    OrderMap(const ordering::Order* from, const ordering::Order* to);
    HoveredNonzero operator()(const HoveredNonzero& nonzero) const;

private:
    std::vector<std::int32_t> rows_, cols_; ///< if these vectors are empty, the map is the identity
};

/// The positions of a nonzero before and after a matrix is reordered. x is the column and y is the row.
struct MovedNonzero {
    QPointF from, to;
};

/// Tracks how nonzeros move when the displayed matrix is replaced with the same matrix in another order.
class OrderMotion {
public:
    /// Sets the displayed matrix. If only its order differs from that of the previous matrix, returns the movements of
    /// some nonzeros. Returns an empty vector if it is a different matrix or too large.
    std::vector<MovedNonzero> show(const MatrixHandle& matrix);
    /// Converts a position in the previous matrix to a position in the displayed one. Returns an invalid position if
    /// the matrices are different.
    HoveredNonzero moved(const HoveredNonzero& nonzero) const;

private:
    std::string base_, name_; ///< name of the matrix without its order, and name with its order
    std::int64_t rows_ = 0, cols_ = 0;
    std::shared_ptr<const ordering::Order> order_;
    std::vector<HoveredNonzero> sample_;
    bool is_same_ = false; ///< whether the previous and the displayed matrix differ only in order
    OrderMap map_;
};

} // namespace warploom::ui
