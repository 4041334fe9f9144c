#include "kernels/trsv/level_sets.h"

#include "kernels/formats/arrays.h"

namespace warploom::kernels {

LevelSets level_sets(const CsrMatrix& lower) {
    const int rows = checked_int(lower.rows, "rows");
    std::vector<int> level_of(rows, 0);
    LevelSets sets;
    sets.first.push_back(0);
    std::vector<int> count; // rows of each level
    for (int row = 0; row < rows; ++row) {
        int level = 0;
        for (std::int64_t k = lower.row_pointer[row]; k < lower.row_pointer[row + 1] - 1; ++k)
            level = std::max(level, level_of[lower.column[k]] + 1);
        level_of[row] = level;
        if (level == static_cast<int>(count.size())) count.push_back(0); // levels come one by one: each needs the last
        ++count[level];
    }
    for (const int rows_of_level : count) sets.first.push_back(sets.first.back() + rows_of_level);
    std::vector<int> next(sets.first.begin(), sets.first.end());
    sets.order.resize(rows);
    for (int row = 0; row < rows; ++row) sets.order[next[level_of[row]]++] = row;
    return sets;
}

} // namespace warploom::kernels
