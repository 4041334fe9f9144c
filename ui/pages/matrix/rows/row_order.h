#pragma once

#include "ui/pages/matrix/rows/row_profile.h"
#include "ui/session/row_selection.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace warploom::ui {

/// Rows from short to long, as the sorted formats store them; rows of one length keep their order. The place of a row in
/// this order is its rank.
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

} // namespace warploom::ui
