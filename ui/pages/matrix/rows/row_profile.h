#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/table.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace warploom::ui {

/// The least and the most that a count takes over some rows (or columns).
struct Extent {
    std::int32_t min = 0, max = 0;
    bool operator==(const Extent& other) const = default;
};

/// Nonzeros of every row, or of every column, with coarser levels of minima and maxima above them: the envelope over any
/// stretch costs a few look-ups, so that twenty million rows are drawn as quickly as twenty.
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

/// How unevenly rows load a warp when every lane takes one row: the share of the lanes' steps that are spent waiting for
/// the longest row of their warp, 0 when all rows are alike. Lanes that have no row at all (in the last warp) do not count.
double waitingShare(const CsrMatrix& matrix, int warpSize = 32);

} // namespace warploom::ui
