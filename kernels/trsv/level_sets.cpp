#include "kernels/trsv/level_sets.h"

#include "engine/matrix/row_levels.h"
#include "kernels/formats/arrays.h"

#include <span>

namespace warploom::kernels {

LevelSets level_sets(const std::vector<int>& level_of) {
    LevelSets sets;
    const int levels = level_of.empty() ? 0 : *std::max_element(level_of.begin(), level_of.end()) + 1;
    sets.first.assign(static_cast<std::size_t>(levels) + 1, 0);
    for (const int level : level_of) ++sets.first[level + 1];
    for (int level = 0; level < levels; ++level) sets.first[level + 1] += sets.first[level];
    std::vector<int> next(sets.first.begin(), sets.first.end());
    sets.order.resize(level_of.size());
    for (std::size_t row = 0; row < level_of.size(); ++row) sets.order[next[level_of[row]]++] = static_cast<int>(row);
    return sets;
}

LevelSets level_sets(const CsrMatrix& lower) {
    return level_sets(row_levels(checked_int(lower.rows, "rows"), false, [&](std::int64_t row) {
        return std::span(lower.column.data() + lower.row_pointer[row],
                         lower.column.data() + lower.row_pointer[row + 1] - 1);
    }));
}

} // namespace warploom::kernels
