#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/table.h"
#include "ui/session/row_selection.h"
#include "ui/style/theme.h"

#include <QColor>
#include <QPainter>
#include <QString>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

namespace warploom::ui {

/// Minimum and maximum number of nonzeros in a range of rows or columns.
struct Extent {
    std::int32_t min = 0, max = 0;
    bool operator==(const Extent& other) const = default;
};

/// Number of nonzeros in each row or column, with a pyramid of minima and maxima. Finding the extremes of any range
/// takes only a few lookups, so drawing millions of rows is as fast as drawing a few.
class CountProfile {
public:
    CountProfile() = default;
    explicit CountProfile(std::vector<std::int32_t> counts);

    static CountProfile ofRows(const CsrMatrix& matrix);
    static CountProfile ofColumns(const CsrMatrix& matrix);

    std::int64_t size() const { return levels_.empty() ? 0 : static_cast<std::int64_t>(levels_.front().size()); }
    std::int32_t at(std::int64_t index) const { return levels_.front()[index].max; }
    /// Returns the minimum and maximum count in [begin, end), clamped to the valid range. Returns {0, 0} for an empty
    /// range.
    Extent extent(std::int64_t begin, std::int64_t end) const;
    /// Divides [begin, end) into `pixels` equal intervals and returns the minimum and maximum count in each interval.
    /// Every row is in at least one interval.
    std::vector<Extent> envelope(double begin, double end, int pixels) const;

private:
    std::vector<std::vector<Extent>> levels_; ///< an element of pyramid level k covers 16^k rows or columns
};

/// Returns a table of the counts in [begin, end). If there are at most `most` rows or columns, each of them has a table
/// row. Otherwise, the range is divided into `most` intervals of equal length, and the table contains their minima and
/// maxima. `what` is "row" or "column".
Table profileTable(const CountProfile& profile, const QString& what, std::int64_t begin, std::int64_t end, int most);

/// Returns the fraction of lane steps that are spent waiting for the longest row of the warp if each lane processes one
/// row. Lanes of the last warp that have no row are not counted.
double waitingShare(const CsrMatrix& matrix, int warpSize = 32);

/// A stable sort of the matrix rows by increasing length, as in sorted formats. The rank of a row is its position in
/// the sorted order.
class RowOrder {
public:
    explicit RowOrder(const CountProfile& lengths);

    std::int64_t size() const { return static_cast<std::int64_t>(rows_.size()); }
    std::int64_t rowAt(std::int64_t rank) const { return rows_[rank]; }
    std::int64_t rankOf(std::int64_t row, const CountProfile& lengths) const;
    /// Returns the row lengths, indexed by rank.
    const std::shared_ptr<const CountProfile>& profile() const { return profile_; }

    /// Returns the matrix rows with ranks in [rank_begin, rank_end), and a description such as "the 64 longest rows".
    RowSelection rowsOf(std::int64_t rank_begin, std::int64_t rank_end) const;
    RowSelection ranksOf(const RowSelection& rows, const CountProfile& lengths) const;

private:
    std::vector<std::int32_t> rows_;
    std::shared_ptr<const CountProfile> profile_;
};

/// Highlights the selected rows as bands in a plot. The plot shows the positions [begin, end) along an axis with a
/// length of `along` pixels. Bands are at least two pixels thick. `place(at, thick)` returns the rectangle of a band in
/// painter coordinates.
template <class Place>
void paintRowBands(QPainter& painter, const RowSelection& rows, double begin, double end, double along,
                   const QColor& colour, Place&& place) {
    if (rows.isEmpty() || end <= begin) return;
    const double per_pixel = (end - begin) / along;
    double from = -1;
    const int pixels = static_cast<int>(std::ceil(along));
    for (int p = 0; p <= pixels; ++p) {
        const auto first = static_cast<std::int64_t>(std::floor(begin + per_pixel * p));
        const auto last = std::max(first, static_cast<std::int64_t>(std::ceil(begin + per_pixel * (p + 1))) - 1);
        const bool is = p < pixels && rows.meets(first, last);
        if (is && from < 0) from = p;
        if (!is && from >= 0) {
            painter.fillRect(place(from, std::max(2.0, p - from)), pale(colour, 0.28F));
            from = -1;
        }
    }
}

} // namespace warploom::ui
