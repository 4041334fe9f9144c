#include "app/trace/warp_window.h"

#include <algorithm>

namespace warploom::app {

std::int64_t entries_in(const CsrMatrix& a, const MatrixWindow& w) {
    std::int64_t entries = 0;
    for (std::int64_t row = w.row_begin; row < w.row_end; ++row) {
        const auto first = a.column.begin() + a.row_pointer[row];
        const auto last = a.column.begin() + a.row_pointer[row + 1];
        entries += std::lower_bound(first, last, w.col_end) - std::lower_bound(first, last, w.col_begin);
    }
    return entries;
}

MatrixWindow window_around(const CsrMatrix& a, std::int64_t first_row, std::int64_t last_row, std::int64_t first_col,
                           std::int64_t most) {
    MatrixWindow w;
    w.row_end = a.rows;
    w.col_end = a.cols;
    if (a.nonzeros() <= most || a.rows == 0) return w;
    first_row = std::clamp<std::int64_t>(first_row, 0, a.rows - 1);
    last_row = std::clamp<std::int64_t>(last_row, first_row, a.rows - 1);
    const auto entries_of = [&](std::int64_t begin, std::int64_t end) {
        return a.row_pointer[end] - a.row_pointer[begin];
    };
    w.row_begin = first_row;
    w.row_end = last_row + 1;
    if (entries_of(w.row_begin, w.row_end) <= most) {
        // Limit the number of adjacent rows, because rows far from the warp are not useful.
        const std::int64_t furthest = 4 * (w.row_end - w.row_begin) + 64;
        for (bool has_grown = true; has_grown && w.row_end - w.row_begin < furthest;) {
            has_grown = false;
            if (w.row_end < a.rows && entries_of(w.row_begin, w.row_end + 1) <= most) {
                ++w.row_end;
                has_grown = true;
            }
            if (w.row_begin > 0 && entries_of(w.row_begin - 1, w.row_end) <= most) {
                --w.row_begin;
                has_grown = true;
            }
        }
        return w;
    }
    w.row_end = std::min(w.row_end, w.row_begin + most);
    w.col_begin = std::clamp<std::int64_t>(first_col, 0, a.cols - 1);
    std::int64_t low = w.col_begin, high = a.cols; // find the last column by binary search; the columns up to `low` fit
    while (low < high) {
        w.col_end = low + (high - low + 1) / 2;
        if (entries_in(a, w) <= most) low = w.col_end;
        else high = w.col_end - 1;
    }
    w.col_end = std::max(low, w.col_begin + 1);
    return w;
}

} // namespace warploom::app
