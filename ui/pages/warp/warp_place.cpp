#include "ui/pages/warp/warp_place.h"

#include <algorithm>
#include <cmath>

namespace warploom::ui {

namespace {

std::string whatOf(const protocol::WarpDocument& trace, int step) {
    const std::string array = trace.array_of(step);
    return array.empty() ? to_string(trace.site_of(step).access) : array;
}

} // namespace

WarpPlace placeOf(const protocol::WarpDocument& trace, int step) {
    WarpPlace place;
    if (step < 0 || step >= trace.step_count()) return place;
    place.what = whatOf(trace, step);
    for (int s = 0; s < step; ++s) place.occurrence += whatOf(trace, s) == place.what ? 1 : 0;
    place.share = trace.step_count() > 1 ? static_cast<double>(step) / (trace.step_count() - 1) : 0.0;
    return place;
}

int stepAt(const protocol::WarpDocument& trace, const WarpPlace& place) {
    int last = -1, seen = 0;
    for (int s = 0; s < trace.step_count(); ++s) {
        if (whatOf(trace, s) != place.what) continue;
        last = s;
        if (seen++ == place.occurrence) break;
    }
    if (last >= 0) return last;
    return std::max(0, static_cast<int>(std::lround(place.share * (trace.step_count() - 1))));
}

int barriersBefore(const protocol::WarpDocument& trace, int step) {
    int barriers = 0;
    for (int s = 0; s < step; ++s) barriers += trace.site_of(s).access == simulated::Access::barrier ? 1 : 0;
    return barriers;
}

namespace {

/// Returns the cells of the first work grid that the lanes access in this step. Returns an empty list if the step does
/// not access a work grid.
std::vector<protocol::MatrixEntry> cellsOf(const protocol::WarpDocument& trace, int step) {
    if (trace.boards.empty() || !trace.touches(0, step)) return {};
    return trace.cells_at(0, step);
}

bool touchesRow(const protocol::WarpDocument& trace, int step, std::int64_t row) {
    const auto cells = cellsOf(trace, step);
    return std::any_of(cells.begin(), cells.end(),
                       [row](const protocol::MatrixEntry& cell) { return cell.row == row; });
}

} // namespace

std::int64_t rowAt(const protocol::WarpDocument& trace, int step) {
    const auto rowOf = [&](int s) {
        for (const protocol::MatrixEntry& cell : cellsOf(trace, s))
            if (cell.row >= 0) return cell.row;
        return std::int64_t{-1};
    };
    for (int s = step; s < trace.step_count(); ++s)
        if (trace.site_of(s).access == simulated::Access::store && rowOf(s) >= 0) return rowOf(s);
    for (int s = step; s >= 0; --s)
        if (rowOf(s) >= 0) return rowOf(s);
    return -1;
}

int stepOf(const protocol::WarpDocument& trace, std::int64_t row, int section, const std::string& array) {
    int barriers = 0, touched = -1;
    bool has_array = array.empty();
    for (int s = 0; s < trace.step_count(); ++s) {
        const protocol::WarpSite& site = trace.site_of(s);
        if (site.access == simulated::Access::barrier) ++barriers;
        if (section >= 0 && (barriers != section || site.access == simulated::Access::barrier)) continue;
        if (row < 0) {
            if (array.empty() || trace.array_of(s) == array) return s;
            continue;
        }
        // Search only after the first load from `array`, because earlier steps belong to a different part of the
        // method.
        has_array = has_array || (trace.array_of(s) == array && site.access == simulated::Access::load);
        if (!has_array || !touchesRow(trace, s, row)) continue;
        if (site.access == simulated::Access::store) return s;
        if (touched < 0) touched = s;
    }
    return touched;
}

std::int64_t firstRow(const protocol::WarpDocument& trace) {
    std::int64_t first = trace.written_rows ? trace.written_rows->first : -1;
    for (const protocol::WarpOwner& owner : trace.owners.entries)
        if (owner.block == trace.block_index && owner.warp == trace.warp && (first < 0 || owner.row < first))
            first = owner.row;
    for (const protocol::WarpBoard& board : trace.boards)
        for (const protocol::WarpOwner& owner : board.cells)
            if (owner.block == trace.block_index && owner.warp == trace.warp && (first < 0 || owner.row < first))
                first = owner.row;
    return first;
}

WarpChoice warpOfRow(const protocol::WarpDocument& trace, std::int64_t row, const WarpChoice& fallback,
                     int fallbackBlock) {
    const protocol::WarpLaunch& launch = trace.launches[trace.launch];
    const auto at = [&](std::int64_t number) { // `number` is the index of a warp across all blocks
        const std::int64_t last = std::max<std::int64_t>(0, launch.blocks * launch.warps_per_block - 1);
        number = std::clamp<std::int64_t>(number, 0, last);
        return WarpChoice{trace.launch, number / launch.warps_per_block,
                          static_cast<int>(number % launch.warps_per_block)};
    };
    const auto is_of = [&](const protocol::WarpOwner& owner) {
        return owner.row == row && owner.block >= 0 && owner.block < launch.blocks &&
               owner.warp < launch.warps_per_block;
    };
    if (row >= 0)
        for (const protocol::WarpOwner& owner : trace.owners.entries)
            if (is_of(owner)) return {trace.launch, owner.block, owner.warp};
    // Use the owners of the cells in the work grid first, because it contains the data of the operation.
    if (row >= 0 && !trace.boards.empty())
        for (const protocol::WarpOwner& owner : trace.boards.front().cells)
            if (is_of(owner)) return {trace.launch, owner.block, owner.warp};
    const std::int64_t own = trace.block_index * launch.warps_per_block + trace.warp;
    if (row >= 0 && trace.written_rows) {
        // If a warp writes a range that has more rows than a warp has lanes, the rows of the warp are not consecutive.
        const std::int64_t rows = trace.written_rows->second - trace.written_rows->first + 1;
        if (rows <= simulated::warp_size && trace.written_rows->first == own * rows) return at(row / rows);
    }
    const std::int64_t thread = fallback.block * fallbackBlock + std::int64_t{fallback.warp} * simulated::warp_size;
    return at(thread / trace.block_size * launch.warps_per_block + thread % trace.block_size / simulated::warp_size);
}

} // namespace warploom::ui
