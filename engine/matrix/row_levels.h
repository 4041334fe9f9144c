#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace warploom {

/// Computes the dependency level of each row of a triangular matrix (Anderson & Saad 1989). The level of a row is one
/// more than the highest level among its dependencies, so rows of the same level are independent. `needed(row)` returns
/// the dependencies of a row as a range of rows. The dependencies precede the row or, if `from_the_end` is set, follow
/// it.
template <class Needed>
std::vector<std::int32_t> row_levels(std::int64_t rows, bool from_the_end, const Needed& needed) {
    std::vector<std::int32_t> level(static_cast<std::size_t>(rows), 0);
    for (std::int64_t step = 0; step < rows; ++step) {
        const std::int64_t row = from_the_end ? rows - 1 - step : step;
        for (const std::int32_t other : needed(row)) level[row] = std::max(level[row], level[other] + 1);
    }
    return level;
}

} // namespace warploom
