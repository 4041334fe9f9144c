#include "app/operations/waiting_rows.h"

#include "engine/format_number.h"

#include <string>

namespace warploom::app {

void add_waiting(Row& row, const simulated::Card& card, const Trace& trace, int levels) {
    // Within a block, values are passed through shared memory.
    const bool waits =
        trace.launches.size() == 1 && trace.launches.front().launch.waits && trace.launches.front().launch.blocks > 1;
    if (!waits) return;
    const double trip_ns = card.l2_latency_ns > 0 ? card.l2_latency_ns : card.dram_latency_ns;
    const double waiting_ns = levels * trip_ns, launch_ns = trace.model.terms.launch;
    if (waiting_ns + launch_ns <= trace.model.ns) return;
    row.samples.front().time_ns = waiting_ns + launch_ns;
    row.model->terms.latency = waiting_ns;
    row.model->binding = "latency";
    row.detail += (row.detail.empty() ? "" : "; ") + std::to_string(levels) + " levels wait for each other, " +
                  format_number(trip_ns) + " ns each at least";
}

std::vector<LaunchWords> say_levels(const std::vector<simulated::LaunchInfo>& launches, int levels) {
    std::vector<LaunchWords> words(launches.size());
    const auto count = static_cast<std::size_t>(levels);
    for (std::size_t n = 0; n < launches.size() && launches.size() == count && count > 1; ++n)
        words[n].title = "level " + std::to_string(n + 1) + " of " + std::to_string(count);
    return words;
}

} // namespace warploom::app
