#include "engine/ordering/fill.h"

#include "engine/error.h"
#include "engine/matrix/row_levels.h"
#include "engine/sentence.h"

#include <algorithm>
#include <span>
#include <vector>

namespace warploom::ordering {

namespace {

/// Entries of A + A' below the diagonal, row by row, possibly with duplicates.
struct Below {
    std::vector<std::int64_t> first;
    std::vector<std::int32_t> column;
};

Below below_of(const CsrMatrix& a) {
    Below made;
    made.first.assign(static_cast<std::size_t>(a.rows) + 1, 0);
    const auto each = [&](const auto& visit) {
        for (std::int64_t row = 0; row < a.rows; ++row)
            for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k)
                if (a.column[k] != row)
                    visit(std::max<std::int64_t>(row, a.column[k]), std::min<std::int64_t>(row, a.column[k]));
    };
    each([&](std::int64_t row, std::int64_t) { ++made.first[static_cast<std::size_t>(row) + 1]; });
    for (std::size_t row = 0; row + 1 < made.first.size(); ++row) made.first[row + 1] += made.first[row];
    made.column.resize(static_cast<std::size_t>(made.first.back()));
    std::vector<std::int64_t> next(made.first.begin(), made.first.end() - 1);
    each([&](std::int64_t row, std::int64_t col) {
        made.column[static_cast<std::size_t>(next[static_cast<std::size_t>(row)]++)] = static_cast<std::int32_t>(col);
    });
    return made;
}

std::optional<std::int64_t> cholesky_entries(const CsrMatrix& a, std::int64_t most, const Progress& progress) {
    const Below below = below_of(a);
    const auto n = static_cast<std::size_t>(a.rows);
    std::vector<std::int32_t> parent(n, -1), seen(n, -1);
    std::int64_t entries = a.rows;
    for (std::size_t row = 0; row < n; ++row) {
        constexpr std::size_t look_every = 4096;
        if (row % look_every == 0) progress.check(static_cast<std::int64_t>(row), a.rows);
        seen[row] = static_cast<std::int32_t>(row);
        for (std::int64_t k = below.first[row]; k < below.first[row + 1]; ++k) {
            // Follow the elimination tree upward from the column to the first vertex already visited for this row.
            for (auto at = static_cast<std::size_t>(below.column[static_cast<std::size_t>(k)]); seen[at] != seen[row];
                 at = static_cast<std::size_t>(parent[at])) {
                if (parent[at] < 0) parent[at] = static_cast<std::int32_t>(row);
                seen[at] = static_cast<std::int32_t>(row);
                ++entries;
            }
        }
        if (entries > most) return std::nullopt;
    }
    return entries;
}

} // namespace

FillFigures fill_figures(const CsrMatrix& a, std::int64_t most_entries, const Progress& progress) {
    if (a.rows != a.cols)
        throw Error("order.square",
                    sentence("Fill-in is defined only for square matrices, but this matrix is {rows} x {cols}.",
                             {{"rows", a.rows}, {"cols", a.cols}}),
                    sentence("Choose a square matrix."));
    FillFigures made;
    const auto up_to = [&](std::int64_t row, std::int64_t last) {
        const std::int32_t* const begin = a.column.data() + a.row_pointer[row];
        const std::int32_t* const end = a.column.data() + a.row_pointer[row + 1];
        return std::span(begin, std::upper_bound(begin, end, last));
    };
    for (const std::int32_t level : row_levels(a.rows, false, [&](std::int64_t row) { return up_to(row, row - 1); }))
        made.levels = std::max<std::int64_t>(made.levels, level + 1);
    for (std::int64_t row = 0; row < a.rows; ++row) made.lower += static_cast<std::int64_t>(up_to(row, row).size());
    made.cholesky = cholesky_entries(a, most_entries, progress);
    return made;
}

} // namespace warploom::ordering
