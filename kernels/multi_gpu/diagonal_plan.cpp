#include "kernels/multi_gpu/diagonal_plan.h"

#include <algorithm>
#include <cstdint>

namespace warploom::kernels {

namespace {

constexpr std::int64_t entries_of_a_line = 32; ///< alignment of the rank's own rows, in elements

/// Adds a message with boundary rows for another rank. Extends `front` to include all rows that are sent to lower
/// ranks, and `back` to include all rows that are sent to higher ranks.
void add_send(DiagonalPlan& plan, const HaloMessage& message) {
    plan.sends.push_back(&message);
    const std::int64_t n = plan.rows, first = message.first, last = first + message.count;
    const auto whole_lines = [n](std::int64_t rows) {
        return static_cast<int>(std::min(n, (rows + entries_of_a_line - 1) / entries_of_a_line * entries_of_a_line));
    };
    if (message.to < message.from) plan.front = std::max(plan.front, whole_lines(last));
    else plan.back = std::max(plan.back, static_cast<int>(n - first / entries_of_a_line * entries_of_a_line));
}

} // namespace

std::vector<DiagonalPlan> plan_diagonals(const SplitMatrix& matrix, int most_diagonals) {
    std::vector<DiagonalPlan> plans;
    for (std::size_t r = 0; r < matrix.split.ranks.size(); ++r) {
        const RankRows& rank = matrix.split.ranks[r];
        DiagonalPlan& plan = plans.emplace_back();
        plan.rows = static_cast<int>(rank.rows());
        plan.halo_below = static_cast<int>(rank.halo_below);
        plan.halo_above = static_cast<int>(rank.halo.size()) - plan.halo_below;
        std::vector<const RankSegment*> segments;
        for (const RankSegment& segment : matrix.segments[r]) segments.push_back(&segment);
        std::sort(segments.begin(), segments.end(),
                  [](const RankSegment* a, const RankSegment* b) { return a->first_row < b->first_row; });
        if (segments.size() > plan.parts.size()) return {};
        for (std::size_t i = 0; i < segments.size(); ++i) {
            const HostFormat& format = *segments[i]->format;
            if (format.arrays()[0].size > most_diagonals) return {};
            DiagonalPlan::Part& part = plan.parts[i];
            part.format = segments[i]->format;
            part.first_row = static_cast<int>(segments[i]->first_row);
            part.last_row = part.first_row + static_cast<int>(format.rows);
            part.shift = -part.first_row - plan.halo_below;
        }
    }
    for (const HaloMessage& message : matrix.split.messages) {
        if (!message.index.empty()) return {};
        add_send(plans[message.from], message);
    }
    for (DiagonalPlan& plan : plans) plan.back = std::min(plan.back, plan.rows - plan.front);
    return plans;
}

} // namespace warploom::kernels
