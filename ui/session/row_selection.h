#pragma once

#include <QString>

#include <cstdint>
#include <vector>

namespace warploom::ui {

/// The selected matrix rows, as disjoint ranges [begin, end) in ascending order. A selection in a plot that is sorted
/// by row length may consist of many ranges.
struct RowSelection {
    struct Stretch {
        std::int64_t begin = 0, end = 0;
        bool operator==(const Stretch&) const = default;
    };
    std::vector<Stretch> stretches;
    QString words; ///< description for use within a sentence, such as "rows 128–191" or "the 64 longest rows"

    bool isEmpty() const { return stretches.empty(); }
    std::int64_t count() const;
    bool contains(std::int64_t row) const;
    /// Returns whether any row from `first` to `last` (inclusive) is selected.
    bool meets(std::int64_t first, std::int64_t last) const;
    bool operator==(const RowSelection& other) const { return stretches == other.stretches; }

    static RowSelection ofRange(std::int64_t begin, std::int64_t end);
    /// Creates a selection from a list of row indices. The list may be unsorted and contain duplicates.
    static RowSelection ofRows(std::vector<std::int64_t> rows, const QString& words);
};

/// The warp on the Warp page and in the block schedule.
struct WarpChoice {
    int launch = 0;
    std::int64_t block = 0;
    int warp = 0;
    bool operator==(const WarpChoice&) const = default;
};

} // namespace warploom::ui
