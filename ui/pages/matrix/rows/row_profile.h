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

/// The least and the most that a count takes over some rows (or columns).
struct Extent {
    std::int32_t min = 0, max = 0;
    bool operator==(const Extent& other) const = default;
};

/// Nonzeros of every row, or of every column, with coarser levels of minima and maxima above them: the envelope over
/// any stretch costs a few look-ups, so that twenty million rows are drawn as quickly as twenty.
class CountProfile {
public:
    CountProfile() = default;
    explicit CountProfile(std::vector<std::int32_t> counts);

    static CountProfile ofRows(const CsrMatrix& matrix);
    static CountProfile ofColumns(const CsrMatrix& matrix);

    std::int64_t size() const { return levels_.empty() ? 0 : static_cast<std::int64_t>(levels_.front().size()); }
    std::int32_t at(std::int64_t index) const { return levels_.front()[index].max; }
    /// Over begin <= index < end, clipped to what there is; {0, 0} when that is nothing.
    Extent extent(std::int64_t begin, std::int64_t end) const;
    /// One extent for each of `pixels` equal stretches of [begin, end): no row is in none of them.
    std::vector<Extent> envelope(double begin, double end, int pixels) const;

private:
    std::vector<std::vector<Extent>> levels_; ///< level k: 16^k entries each
};

/// The numbers behind the picture of [begin, end): every row while there are at most `most` of them, else stretches of
/// equal length with the least and the most of each. `what` is "row" or "column".
Table profileTable(const CountProfile& profile, const QString& what, std::int64_t begin, std::int64_t end, int most);

/// How unevenly rows load a warp when every lane takes one row: the share of the lanes' steps that are spent waiting
/// for the longest row of their warp, 0 when all rows are alike. Lanes that have no row at all (in the last warp) do
/// not count.
double waitingShare(const CsrMatrix& matrix, int warpSize = 32);

/// Rows from short to long, as the sorted formats store them; rows of one length keep their order. The place of a row
/// in this order is its rank.
class RowOrder {
public:
    explicit RowOrder(const CountProfile& lengths);

    std::int64_t size() const { return static_cast<std::int64_t>(rows_.size()); }
    std::int64_t rowAt(std::int64_t rank) const { return rows_[rank]; }
    std::int64_t rankOf(std::int64_t row, const CountProfile& lengths) const;
    /// Lengths by rank.
    const std::shared_ptr<const CountProfile>& profile() const { return profile_; }

    /// The rows with these ranks, with words such as "the 64 longest rows".
    RowSelection rowsOf(std::int64_t rank_begin, std::int64_t rank_end) const;
    /// Where selected rows lie in this order.
    RowSelection ranksOf(const RowSelection& rows, const CountProfile& lengths) const;

private:
    std::vector<std::int32_t> rows_; ///< by rank
    std::shared_ptr<const CountProfile> profile_;
};

/// Lays a veil over selected rows of a picture that shows [begin, end) along `along` pixels; a row is never thinner
/// than two pixels. `place(at, thick)` is the painter's rectangle for a stretch of that axis.
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
