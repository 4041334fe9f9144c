#include "ui/pages/matrix/rows/row_order.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace warploom::ui {
namespace {

/// How many selected rows are looked up one by one; more are found in one pass over the order.
constexpr std::int64_t few_rows = 100'000;

} // namespace

RowOrder::RowOrder(const CountProfile& lengths) : rows_(static_cast<std::size_t>(lengths.size())) {
    // Counting sort: twenty million rows take less time than loading them did.
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
    const std::int32_t length = lengths.at(row);
    std::int64_t low = 0, high = size();
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        const std::int32_t there = profile_->at(middle);
        if (there < length || (there == length && rowAt(middle) < row)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

RowSelection RowOrder::rowsOf(std::int64_t rank_begin, std::int64_t rank_end) const {
    rank_begin = std::clamp<std::int64_t>(rank_begin, 0, size());
    rank_end = std::clamp<std::int64_t>(rank_end, rank_begin, size());
    if (rank_begin == rank_end) return {};
    const auto tr = [](const char* text) { return QCoreApplication::translate("RowOrder", text); };
    const std::int64_t count = rank_end - rank_begin;
    const QString many = QLocale().toString(static_cast<qlonglong>(count));
    const Extent lengths = profile_->extent(rank_begin, rank_end);
    QString words;
    if (count == size()) words = tr("all rows");
    else if (rank_end == size()) words = count == 1 ? tr("the longest row") : tr("the %1 longest rows").arg(many);
    else if (rank_begin == 0) words = count == 1 ? tr("the shortest row") : tr("the %1 shortest rows").arg(many);
    else words = tr("%1 rows of %2 to %3 nonzeros").arg(many).arg(lengths.min).arg(lengths.max);
    return RowSelection::ofRows(std::vector<std::int64_t>(rows_.begin() + rank_begin, rows_.begin() + rank_end), words);
}

RowSelection RowOrder::ranksOf(const RowSelection& rows, const CountProfile& lengths) const {
    RowSelection ranks;
    if (rows.isEmpty()) return ranks;
    std::vector<std::int64_t> found;
    if (rows.count() <= few_rows) {
        for (const auto& stretch : rows.stretches)
            for (std::int64_t row = std::max<std::int64_t>(0, stretch.begin); row < std::min(stretch.end, size());
                 ++row)
                found.push_back(rankOf(row, lengths));
    } else {
        std::vector<bool> is(rows_.size());
        for (const auto& stretch : rows.stretches)
            for (std::int64_t row = std::max<std::int64_t>(0, stretch.begin); row < std::min(stretch.end, size());
                 ++row)
                is[row] = true;
        for (std::int64_t rank = 0; rank < size(); ++rank)
            if (is[rowAt(rank)]) found.push_back(rank);
    }
    return RowSelection::ofRows(std::move(found), rows.words);
}

} // namespace warploom::ui
