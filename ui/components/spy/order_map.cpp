#include "ui/components/spy/order_map.h"

#include <algorithm>

namespace warploom::ui {
namespace {

constexpr std::int64_t most_rows = 4'000'000, most_points = 4000;

/// Returns a map from positions of rows or columns in one order to their positions in another order. Both orders are
/// given as lists of original indices.
std::vector<std::int32_t> places(const std::vector<std::int32_t>& from, const std::vector<std::int32_t>& to) {
    const std::size_t count = std::max(from.size(), to.size());
    std::vector<std::int32_t> place_of(count), made(count);
    for (std::size_t place = 0; place < count; ++place)
        place_of[to.empty() ? place : static_cast<std::size_t>(to[place])] = static_cast<std::int32_t>(place);
    for (std::size_t place = 0; place < count; ++place)
        made[place] = place_of[from.empty() ? place : static_cast<std::size_t>(from[place])];
    return made;
}

/// Returns a sample of evenly spaced nonzeros of a matrix.
std::vector<HoveredNonzero> sampleOf(const CsrMatrix& matrix) {
    std::vector<HoveredNonzero> sample;
    const std::int64_t count = std::min(most_points, matrix.nonzeros());
    std::int64_t row = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t at = i * matrix.nonzeros() / count;
        while (matrix.row_pointer[static_cast<std::size_t>(row) + 1] <= at) ++row;
        sample.push_back({row, matrix.column[static_cast<std::size_t>(at)]});
    }
    return sample;
}

QPointF pointOf(const HoveredNonzero& nonzero) {
    return {static_cast<double>(nonzero.col), static_cast<double>(nonzero.row)};
}

} // namespace

OrderMap::OrderMap(const ordering::Order* from, const ordering::Order* to) {
    static const ordering::Order as_it_is;
    const ordering::Order &a = from == nullptr ? as_it_is : *from, &b = to == nullptr ? as_it_is : *to;
    rows_ = places(a.rows, b.rows);
    cols_ = places(a.cols, b.cols);
}

HoveredNonzero OrderMap::operator()(const HoveredNonzero& nonzero) const {
    if (!nonzero.isValid()) return nonzero;
    const auto place = [](const std::vector<std::int32_t>& of, std::int64_t at) {
        return at < static_cast<std::int64_t>(of.size()) ? std::int64_t{of[static_cast<std::size_t>(at)]} : at;
    };
    return {place(rows_, nonzero.row), place(cols_, nonzero.col)};
}

std::vector<MovedNonzero> OrderMotion::show(const MatrixHandle& matrix) {
    is_same_ = false;
    const bool follows = matrix && !matrix->matrix.is_oversize() &&
                         std::max(matrix->matrix.csr.rows, matrix->matrix.csr.cols) <= most_rows;
    if (!follows) {
        *this = {};
        return {};
    }
    const Matrix& now = matrix->matrix;
    const std::string base = ordering::without_orders(now.name);
    is_same_ = base == base_ && now.name != name_ && now.csr.rows == rows_ && now.csr.cols == cols_;
    std::vector<MovedNonzero> moved;
    if (is_same_) {
        map_ = OrderMap(order_.get(), now.order.get());
        for (const HoveredNonzero& point : sample_) moved.push_back({pointOf(point), pointOf(map_(point))});
    }
    base_ = base;
    name_ = now.name;
    rows_ = now.csr.rows;
    cols_ = now.csr.cols;
    order_ = now.order;
    sample_ = sampleOf(now.csr);
    return moved;
}

HoveredNonzero OrderMotion::moved(const HoveredNonzero& nonzero) const {
    return is_same_ ? map_(nonzero) : HoveredNonzero{};
}

} // namespace warploom::ui
