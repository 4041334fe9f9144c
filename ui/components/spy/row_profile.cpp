#include "ui/components/spy/row_profile.h"

#include "ui/style/text.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace warploom::ui {
namespace {

constexpr std::int64_t fan = 16;

Extent joined(const Extent& a, const Extent& b) { return {std::min(a.min, b.min), std::max(a.max, b.max)}; }

constexpr Extent nothing{std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::min()};

} // namespace

CountProfile::CountProfile(std::vector<std::int32_t> counts) {
    std::vector<Extent> level(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) level[i] = {counts[i], counts[i]};
    levels_.push_back(std::move(level));
    while (static_cast<std::int64_t>(levels_.back().size()) > fan) {
        const auto& below = levels_.back();
        std::vector<Extent> above((below.size() + fan - 1) / fan, nothing);
        for (std::size_t i = 0; i < below.size(); ++i) above[i / fan] = joined(above[i / fan], below[i]);
        levels_.push_back(std::move(above));
    }
}

CountProfile CountProfile::ofRows(const CsrMatrix& matrix) {
    std::vector<std::int32_t> counts(static_cast<std::size_t>(matrix.rows));
    for (std::int64_t row = 0; row < matrix.rows; ++row)
        counts[row] = static_cast<std::int32_t>(matrix.row_length(row));
    return CountProfile(std::move(counts));
}

CountProfile CountProfile::ofColumns(const CsrMatrix& matrix) {
    std::vector<std::int32_t> counts(static_cast<std::size_t>(matrix.cols));
    for (const std::int32_t col : matrix.column) ++counts[col];
    return CountProfile(std::move(counts));
}

Extent CountProfile::extent(std::int64_t begin, std::int64_t end) const {
    begin = std::max<std::int64_t>(begin, 0);
    end = std::min(end, size());
    if (begin >= end) return {};
    Extent result = nothing;
    // At each level of the pyramid, process the unaligned ends of the range, and leave the aligned middle to the next
    // level.
    for (std::size_t k = 0; k < levels_.size() && begin < end; ++k) {
        const auto& level = levels_[k];
        const bool top = k + 1 == levels_.size();
        while (begin < end && (top || begin % fan != 0)) result = joined(result, level[begin++]);
        while (begin < end && end % fan != 0) {
            // Round up, because the next level has an entry even for an incomplete last group.
            if (end == static_cast<std::int64_t>(level.size())) {
                end = (end + fan - 1) / fan * fan;
                break;
            }
            result = joined(result, level[--end]);
        }
        begin /= fan;
        end /= fan;
    }
    return result;
}

std::vector<Extent> CountProfile::envelope(double begin, double end, int pixels) const {
    std::vector<Extent> result(static_cast<std::size_t>(std::max(pixels, 0)));
    for (int p = 0; p < pixels; ++p) {
        const auto first = static_cast<std::int64_t>(std::floor(begin + (end - begin) * p / pixels));
        const auto last = static_cast<std::int64_t>(std::ceil(begin + (end - begin) * (p + 1) / pixels));
        result[p] = extent(first, std::max(last, first + 1));
    }
    return result;
}

Table profileTable(const CountProfile& profile, const QString& what, std::int64_t begin, std::int64_t end, int most) {
    Table table;
    begin = std::clamp<std::int64_t>(begin, 0, profile.size());
    end = std::clamp<std::int64_t>(end, begin, profile.size());
    const std::string name = what.toStdString();
    if (end - begin <= most) {
        table.columns = {{name, ""}, {"nonzeros", ""}};
        for (std::int64_t i = begin; i < end; ++i) table.add_row({i, static_cast<std::int64_t>(profile.at(i))});
        return table;
    }
    table.columns = {{name, "first"}, {name, "last"}, {"nonzeros", "min"}, {"nonzeros", "max"}};
    for (int p = 0; p < most; ++p) {
        const std::int64_t first = begin + (end - begin) * p / most, next = begin + (end - begin) * (p + 1) / most;
        const Extent extent = profile.extent(first, next);
        table.add_row({first, next - 1, static_cast<std::int64_t>(extent.min), static_cast<std::int64_t>(extent.max)});
    }
    return table;
}

double waitingShare(const CsrMatrix& matrix, int warpSize) {
    double steps = 0;
    for (std::int64_t first = 0; first < matrix.rows; first += warpSize) {
        std::int64_t longest = 0;
        const std::int64_t end = std::min(first + warpSize, matrix.rows);
        for (std::int64_t row = first; row < end; ++row) longest = std::max(longest, matrix.row_length(row));
        steps += static_cast<double>(longest) * static_cast<double>(end - first);
    }
    return steps > 0 ? 1.0 - static_cast<double>(matrix.nonzeros()) / steps : 0.0;
}

namespace {

/// Maximum number of selected rows for which the rank of each row is looked up. For more rows, the whole order is
/// scanned once.
constexpr std::int64_t few_rows = 100'000;

} // namespace

RowOrder::RowOrder(const CountProfile& lengths) : rows_(static_cast<std::size_t>(lengths.size())) {
    // For twenty million rows, a counting sort takes less time than loading the matrix.
    const std::int32_t longest = lengths.extent(0, lengths.size()).max;
    std::vector<std::int64_t> next(static_cast<std::size_t>(longest) + 2, 0);
    for (std::int64_t row = 0; row < lengths.size(); ++row) ++next[lengths.at(row) + 1];
    for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
    std::vector<std::int32_t> sorted(rows_.size());
    for (std::int64_t row = 0; row < lengths.size(); ++row) {
        const std::int32_t length = lengths.at(row);
        const auto rank = static_cast<std::size_t>(next[length]++);
        rows_[rank] = static_cast<std::int32_t>(row);
        sorted[rank] = length;
    }
    profile_ = std::make_shared<const CountProfile>(std::move(sorted));
}

std::int64_t RowOrder::rankOf(std::int64_t row, const CountProfile& lengths) const {
    const auto is_before = [&](std::int64_t a, std::int64_t b) {
        return std::pair(lengths.at(a), a) < std::pair(lengths.at(b), b);
    };
    return std::lower_bound(rows_.begin(), rows_.end(), row, is_before) - rows_.begin();
}

RowSelection RowOrder::rowsOf(std::int64_t rank_begin, std::int64_t rank_end) const {
    rank_begin = std::clamp<std::int64_t>(rank_begin, 0, size());
    rank_end = std::clamp<std::int64_t>(rank_end, rank_begin, size());
    if (rank_begin == rank_end) return {};
    const std::int64_t count = rank_end - rank_begin;
    const int n = pluralOf(count);
    const Extent lengths = profile_->extent(rank_begin, rank_end);
    QString words;
    if (count == size()) words = Text::tr("all rows");
    else if (rank_end == size()) words = Text::tr("the %n longest rows", nullptr, n);
    else if (rank_begin == 0) words = Text::tr("the %n shortest rows", nullptr, n);
    else words = Text::tr("%n rows with %1 to %2 nonzeros", nullptr, n).arg(lengths.min).arg(lengths.max);
    return RowSelection::ofRows(std::vector<std::int64_t>(rows_.begin() + rank_begin, rows_.begin() + rank_end), words);
}

RowSelection RowOrder::ranksOf(const RowSelection& rows, const CountProfile& lengths) const {
    RowSelection ranks;
    if (rows.isEmpty()) return ranks;
    std::vector<std::int64_t> found;
    const auto each_row = [&](const auto& take) {
        for (const auto& stretch : rows.stretches)
            for (std::int64_t row = std::max<std::int64_t>(0, stretch.begin); row < std::min(stretch.end, size());
                 ++row)
                take(row);
    };
    if (rows.count() <= few_rows) {
        each_row([&](std::int64_t row) { found.push_back(rankOf(row, lengths)); });
    } else {
        std::vector<bool> is(rows_.size());
        each_row([&](std::int64_t row) { is[row] = true; });
        for (std::int64_t rank = 0; rank < size(); ++rank)
            if (is[rowAt(rank)]) found.push_back(rank);
    }
    return RowSelection::ofRows(std::move(found), rows.words);
}

} // namespace warploom::ui
