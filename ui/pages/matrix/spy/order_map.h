#pragma once

#include "engine/ordering/order.h"
#include "ui/session/session.h"

#include <QPointF>

#include <cstdint>
#include <memory>
#include <vector>

namespace warploom::ui {

/// From one order of a matrix to another: where a nonzero of the first stands in the second.
class OrderMap {
public:
    OrderMap() = default; ///< the same order: all stay where they are
    /// Orders as Matrix::order has them; null: as it is.
    OrderMap(const ordering::Order* from, const ordering::Order* to);
    HoveredNonzero operator()(const HoveredNonzero& nonzero) const;

private:
    std::vector<std::int32_t> rows_, cols_; ///< empty: these stay
};

/// Where a nonzero stood and where it stands now; x is a column, y a row.
struct MovedNonzero {
    QPointF from, to;
};

/// Follows nonzeros from one order of a matrix to the next that is shown.
class OrderMotion {
public:
    /// `matrix` is shown from now on. How a sample of its nonzeros came to their places, where the last matrix was the
    /// same in another order; empty otherwise, and where the sample would take longer than a moment.
    std::vector<MovedNonzero> show(const MatrixHandle& matrix);
    /// Where a nonzero of the last matrix stands in the shown one; none where it is another matrix.
    HoveredNonzero moved(const HoveredNonzero& nonzero) const;

private:
    std::string base_, name_; ///< of the shown matrix; without orders, and with them
    std::int64_t rows_ = 0, cols_ = 0;
    std::shared_ptr<const ordering::Order> order_;
    std::vector<HoveredNonzero> sample_;
    bool is_same_ = false; ///< as the last matrix, in another order
    OrderMap map_;
};

} // namespace warploom::ui
