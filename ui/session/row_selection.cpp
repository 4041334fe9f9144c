#include "ui/session/row_selection.h"

#include <QCoreApplication>

#include <algorithm>

namespace warploom::ui {

std::int64_t RowSelection::count() const {
    std::int64_t sum = 0;
    for (const Stretch& stretch : stretches) sum += stretch.end - stretch.begin;
    return sum;
}

bool RowSelection::contains(std::int64_t row) const { return meets(row, row); }

bool RowSelection::meets(std::int64_t first, std::int64_t last) const {
    // Only the first range that ends after `first` can overlap these rows, because the ranges are in ascending order.
    const auto at = std::upper_bound(stretches.begin(), stretches.end(), first,
                                     [](std::int64_t row, const Stretch& stretch) { return row < stretch.end; });
    return at != stretches.end() && at->begin <= last;
}

RowSelection RowSelection::ofRange(std::int64_t begin, std::int64_t end) {
    RowSelection selection;
    if (begin >= end) return selection;
    selection.stretches.push_back({begin, end});
    selection.words = end - begin == 1
                          ? QCoreApplication::translate("RowSelection", "row %1").arg(begin)
                          : QCoreApplication::translate("RowSelection", "rows %1–%2").arg(begin).arg(end - 1);
    return selection;
}

RowSelection RowSelection::ofRows(std::vector<std::int64_t> rows, const QString& words) {
    RowSelection selection;
    selection.words = words;
    std::sort(rows.begin(), rows.end());
    for (const std::int64_t row : rows) {
        if (!selection.stretches.empty() && selection.stretches.back().end >= row) {
            selection.stretches.back().end = std::max(selection.stretches.back().end, row + 1);
        } else {
            selection.stretches.push_back({row, row + 1});
        }
    }
    return selection;
}

} // namespace warploom::ui
