#include "ui/pages/warp/warp_place.h"

#include "ui/pages/warp/warp_analysis.h"

#include <algorithm>
#include <cmath>

namespace warploom::ui {

namespace {

std::string whatOf(const wire::Warp& trace, int step) {
    const std::string array = trace.array_of(step);
    return array.empty() ? to_string(trace.site_of(step).access) : array;
}

} // namespace

WarpPlace placeOf(const wire::Warp& trace, int step) {
    WarpPlace place;
    if (step < 0 || step >= trace.step_count()) return place;
    place.what = whatOf(trace, step);
    for (int s = 0; s < step; ++s) place.occurrence += whatOf(trace, s) == place.what ? 1 : 0;
    place.share = trace.step_count() > 1 ? static_cast<double>(step) / (trace.step_count() - 1) : 0.0;
    return place;
}

int stepAt(const wire::Warp& trace, const WarpPlace& place) {
    int last = -1, seen = 0;
    for (int s = 0; s < trace.step_count(); ++s) {
        if (whatOf(trace, s) != place.what) continue;
        last = s;
        if (seen++ == place.occurrence) break;
    }
    if (last >= 0) return last;
    return std::max(0, static_cast<int>(std::lround(place.share * (trace.step_count() - 1))));
}

std::int64_t firstRow(const wire::Warp& trace) {
    std::int64_t first = trace.written_rows ? trace.written_rows->first : -1;
    for (const wire::WarpOwner& owner : trace.owners.entries)
        if (owner.block == trace.block_index && owner.warp == trace.warp && (first < 0 || owner.row < first))
            first = owner.row;
    for (const wire::WarpBoard& board : trace.boards)
        for (const wire::WarpOwner& owner : board.cells)
            if (owner.block == trace.block_index && owner.warp == trace.warp && (first < 0 || owner.row < first))
                first = owner.row;
    return first;
}

WarpChoice warpOfRow(const wire::Warp& trace, std::int64_t row, const WarpChoice& fallback, int fallbackBlock) {
    const wire::WarpLaunch& launch = trace.launches[trace.launch];
    const auto at = [&](std::int64_t number) { // of the warp, over all blocks
        const std::int64_t last = std::max<std::int64_t>(0, launch.blocks * launch.warps_per_block - 1);
        number = std::clamp<std::int64_t>(number, 0, last);
        return WarpChoice{trace.launch, number / launch.warps_per_block,
                          static_cast<int>(number % launch.warps_per_block)};
    };
    const auto is_of = [&](const wire::WarpOwner& owner) {
        return owner.row == row && owner.block >= 0 && owner.block < launch.blocks &&
               owner.warp < launch.warps_per_block;
    };
    if (row >= 0)
        for (const wire::WarpOwner& owner : trace.owners.entries)
            if (is_of(owner)) return {trace.launch, owner.block, owner.warp};
    if (row >= 0 && !trace.boards.empty()) // what the operation itself works on comes first
        for (const wire::WarpOwner& owner : trace.boards.front().cells)
            if (is_of(owner)) return {trace.launch, owner.block, owner.warp};
    const std::int64_t own = trace.block_index * launch.warps_per_block + trace.warp;
    if (row >= 0 && trace.written_rows) {
        // More rows than lanes between the first and the last: they are not consecutive.
        const std::int64_t rows = trace.written_rows->second - trace.written_rows->first + 1;
        if (rows <= simulated::warp_size && trace.written_rows->first == own * rows) return at(row / rows);
    }
    const std::int64_t thread = fallback.block * fallbackBlock + std::int64_t{fallback.warp} * simulated::warp_size;
    return at(thread / trace.block_size * launch.warps_per_block + thread % trace.block_size / simulated::warp_size);
}

} // namespace warploom::ui
