#include "kernels/plans/level_places.h"

#include "kernels/formats/arrays.h"

#include <algorithm>
#include <utility>

namespace warploom::kernels {

namespace {

constexpr std::int64_t lanes_of_a_warp = 32;
/// From which on reading takes longer than waiting.
constexpr std::int64_t rows_for_all_blocks = 100'000;
/// What a block may have on every GPU since 2010; four of them fit on a multiprocessor of an H100.
constexpr int most_bytes = 48'000;

} // namespace

LevelPlaces level_places(std::span<const int> row_pointer, std::span<const int> column) {
    const auto rows = row_pointer.empty() ? 0 : static_cast<std::int64_t>(row_pointer.size()) - 1;
    LevelPlaces places;
    std::vector<int> level_of(static_cast<std::size_t>(rows));
    std::vector<std::int64_t> next; // first the rows of each level, then the place of its next row
    for (std::int64_t row = 0; row < rows; ++row) {
        int level = 0;
        for (int k = row_pointer[row]; k < row_pointer[row + 1] - 1; ++k)
            level = std::max(level, level_of[column[k]] + 1);
        level_of[row] = level;
        if (level == static_cast<int>(next.size())) next.push_back(0); // levels come one by one: each needs the last
        ++next[level];
    }
    places.levels = static_cast<int>(next.size());

    places.is_narrow = are_narrow(rows, places.levels);
    // Empty places must not be most of them.
    const bool is_wide = places.levels * lanes_of_a_warp <= 8 * rows;
    places.lanes = is_wide ? 1 : static_cast<int>(lanes_of_a_warp);
    std::int64_t count = 0;
    for (std::int64_t& rows_of_level : next) {
        const std::int64_t of_level =
            is_wide ? (rows_of_level + lanes_of_a_warp - 1) / lanes_of_a_warp * lanes_of_a_warp : rows_of_level;
        rows_of_level = std::exchange(count, count + of_level);
    }
    places.row.assign(static_cast<std::size_t>(checked_int(count, "places of rows")), -1);
    std::vector<int> place_of(static_cast<std::size_t>(rows));
    for (std::int64_t row = 0; row < rows; ++row) {
        place_of[row] = static_cast<int>(next[level_of[row]]++);
        places.row[place_of[row]] = static_cast<int>(row);
    }

    places.first.reserve(places.row.size() + 1);
    places.first.push_back(0);
    std::vector<std::pair<int, int>> entries; // place and number; the row solved last comes last
    for (const int row : places.row) {
        entries.clear();
        if (row >= 0)
            for (int k = row_pointer[row]; k < row_pointer[row + 1] - 1; ++k)
                entries.emplace_back(place_of[column[k]], k);
        std::sort(entries.begin(), entries.end());
        for (const auto& [needed, source] : entries) {
            places.needed.push_back(needed);
            places.source.push_back(source);
        }
        places.first.push_back(static_cast<int>(places.needed.size()));
    }
    places.held_bytes = rows < rows_for_all_blocks * places.levels ? most_bytes : 0;
    return places;
}

} // namespace warploom::kernels
