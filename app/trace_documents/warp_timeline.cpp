#include "app/trace_documents/warp_timeline.h"

#include <algorithm>
#include <bit>
#include <string>

namespace warploom::app {

namespace {

Json name_of(const char* what, int warp, const std::string& name) {
    return {{"name", what}, {"ph", "M"}, {"pid", 0}, {"tid", warp}, {"args", {{"name", name}}}};
}

Json event_of(const protocol::WarpDocument& warp, int step, int start, int length) {
    const protocol::WarpSite& site = warp.site_of(step);
    const std::string access = simulated::to_string(site.access), array = warp.array_of(step);
    Json arguments{{"step", step + 1},
                   {"file", site.file},
                   {"line", site.line},
                   {"active lanes", std::popcount(warp.steps[static_cast<std::size_t>(step)].active.bits)}};
    if (site.touches_memory()) arguments["memory"] = simulated::to_string(site.space);
    return {{"name", std::to_string(site.line) + ": " + access + (array.empty() ? "" : " " + array)},
            {"cat", access},
            {"ph", "X"},
            {"ts", start},
            {"dur", length},
            {"pid", 0},
            {"tid", warp.warp},
            {"args", std::move(arguments)}};
}

/// Position in the steps of a warp, and the number of steps until there, including the time spent waiting at barriers.
struct Position {
    int step = 0, time = 0;
};

} // namespace

Json warp_timeline(const std::vector<protocol::WarpDocument>& warps) {
    const protocol::WarpDocument& first = warps.front();
    Json events = Json::array();
    events.push_back(name_of(
        "process_name", 0, "launch " + std::to_string(first.launch) + ", block " + std::to_string(first.block_index)));
    for (const protocol::WarpDocument& warp : warps)
        events.push_back(name_of("thread_name", warp.warp, "warp " + std::to_string(warp.warp)));
    std::vector<Position> positions(warps.size());
    for (bool is_waiting = true; is_waiting;) {
        is_waiting = false;
        int reached_by_all = 0;
        for (std::size_t w = 0; w < warps.size(); ++w) { // run each warp up to its next barrier
            Position& at = positions[w];
            for (; at.step < warps[w].step_count(); ++at.step, ++at.time) {
                if (warps[w].site_of(at.step).access == simulated::Access::barrier) break;
                events.push_back(event_of(warps[w], at.step, at.time, 1));
            }
            if (at.step == warps[w].step_count()) continue;
            is_waiting = true;
            reached_by_all = std::max(reached_by_all, at.time);
        }
        for (std::size_t w = 0; w < warps.size(); ++w) {
            Position& at = positions[w];
            if (at.step == warps[w].step_count()) continue;
            events.push_back(event_of(warps[w], at.step, at.time, reached_by_all + 1 - at.time));
            ++at.step;
            at.time = reached_by_all + 1;
        }
    }
    const bool is_truncated = std::any_of(warps.begin(), warps.end(), [](const auto& warp) { return warp.all_steps; });
    return {{"otherData",
             {{"matrix", first.matrix.name},
              {"kernel", first.kernel},
              {"card", first.card.title},
              {"times", "steps: 1 µs is one step of a warp"},
              {"truncated", is_truncated}}},
            {"traceEvents", std::move(events)}};
}

} // namespace warploom::app
