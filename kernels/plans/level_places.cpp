#include "kernels/plans/level_places.h"

#include "engine/matrix/row_levels.h"
#include "kernels/formats/arrays.h"
#include "kernels/trsv/level_sets.h"

#include <algorithm>
#include <utility>

namespace warploom::kernels {

namespace {

constexpr std::int64_t lanes_of_a_warp = 32;
/// With more rows per level than this (on average), reading rows takes longer than waiting for the previous level.
constexpr std::int64_t rows_for_all_blocks = 100'000;
/// Maximum average number of rows per level at which few blocks are used. On an H100, few blocks reduce the time from
/// 28 us to 20 us with 7,400 rows per level. With 13,000 rows per level, they increase it from 16 us to 20 us
/// (docs/results/h100-trsv.md).
constexpr std::int64_t rows_for_few_blocks = 10'000;
/// Shared memory per block in bytes that every GPU since 2010 supports. An H100 multiprocessor has room for four blocks
/// of this size.
constexpr int most_bytes = 48'000;

/// Returns the number of empty positions after a level's last row. They pad the level to whole warps.
std::int64_t empty_behind(std::int64_t rows) { return (lanes_of_a_warp - rows % lanes_of_a_warp) % lanes_of_a_warp; }

} // namespace

LevelPlaces level_places(std::span<const int> row_pointer, std::span<const int> column, bool from_the_end) {
    const auto rows = row_pointer.empty() ? 0 : static_cast<std::int64_t>(row_pointer.size()) - 1;
    LevelPlaces places;
    const LevelSets sets = level_sets(row_levels(rows, from_the_end, [&](std::int64_t row) {
        return column.subspan(row_pointer[row], row_pointer[row + 1] - 1 - row_pointer[row]);
    }));
    places.levels = sets.levels();

    // If levels have few rows, a single block solves all of them and passes values through shared memory.
    places.is_narrow = rows < lanes_of_a_warp * places.levels;
    // Use one lane per row only if at most seven eighths of the positions are empty.
    const bool is_wide = places.levels * lanes_of_a_warp <= 8 * rows;
    places.lanes = is_wide ? 1 : static_cast<int>(lanes_of_a_warp);
    std::int64_t count = rows;
    for (int level = 0; level < places.levels && is_wide; ++level) count += empty_behind(sets.rows_of(level));
    places.row.reserve(static_cast<std::size_t>(checked_int(count, "row positions")));
    std::vector<int> place_of(static_cast<std::size_t>(rows));
    for (int level = 0; level < places.levels; ++level) {
        for (int k = sets.first[level]; k < sets.first[level + 1]; ++k) {
            place_of[sets.order[k]] = static_cast<int>(places.row.size());
            places.row.push_back(sets.order[k]);
        }
        if (is_wide)
            places.row.insert(places.row.end(), static_cast<std::size_t>(empty_behind(sets.rows_of(level))), -1);
    }

    places.first.reserve(places.row.size() + 1);
    places.first.push_back(0);
    // Positions and matrix entries of a row. The entry that refers to the row solved last comes last.
    std::vector<std::pair<int, int>> entries;
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
    places.few_blocks = rows < rows_for_few_blocks * places.levels;
    return places;
}

} // namespace warploom::kernels
