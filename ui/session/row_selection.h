#pragma once

#include <QString>

#include <cstdint>
#include <vector>

namespace warploom::ui {

/// Rows that were brushed: stretches [begin, end), ascending, apart from each other. Brushing a plot whose rows are
/// sorted by length gives many stretches.
struct RowSelection {
    struct Stretch {
        std::int64_t begin = 0, end = 0;
        bool operator==(const Stretch&) const = default;
    };
    std::vector<Stretch> stretches;
    QString words; ///< how a sentence calls them: "rows 128–191", "the 64 longest rows"

    bool isEmpty() const { return stretches.empty(); }
    std::int64_t count() const;
    bool contains(std::int64_t row) const;
    /// True when any row of first..last (both included) is selected.
    bool meets(std::int64_t first, std::int64_t last) const;
    bool operator==(const RowSelection& other) const { return stretches == other.stretches; }

    static RowSelection ofRange(std::int64_t begin, std::int64_t end);
    /// From single rows in any order; a row may come twice.
    static RowSelection ofRows(std::vector<std::int64_t> rows, const QString& words);
};

/// The warp that is looked at, on the Warp page and in the block schedule.
struct WarpChoice {
    int launch = 0;
    std::int64_t block = 0;
    int warp = 0; ///< within the block
    bool operator==(const WarpChoice&) const = default;
};

} // namespace warploom::ui
