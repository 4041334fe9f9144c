#include "app/operations/waiting_rows.h"

#include "app/problem/problem.h"
#include "engine/format_number.h"
#include "engine/sentence.h"

#include <string>

namespace warploom::app {

void add_waiting(Row& row, const simulated::Card& card, const Trace& trace, int levels) {
    // A single block does not wait for other blocks. Its threads exchange values through shared memory.
    const bool waits =
        trace.launches.size() == 1 && trace.launches.front().launch.waits && trace.launches.front().launch.blocks > 1;
    if (!waits) return;
    const double trip_ns = card.l2_latency_ns > 0 ? card.l2_latency_ns : card.dram_latency_ns;
    const double waiting_ns = levels * trip_ns, launch_ns = trace.model.terms.launch;
    if (waiting_ns + launch_ns <= trace.model.ns) return;
    row.samples.front().time_ns = waiting_ns + launch_ns;
    row.model->terms.latency = waiting_ns;
    row.model->binding = "latency";
    add_remark(row.detail, sentence("{levels} dependent levels, each taking at least {ns} ns",
                                    {{"levels", levels}, {"ns", format_number(trip_ns)}}));
}

std::vector<LaunchWords> say_levels(const std::vector<simulated::LaunchInfo>& launches, int levels) {
    std::vector<LaunchWords> words(launches.size());
    const auto count = static_cast<std::size_t>(levels);
    for (std::size_t n = 0; n < launches.size() && launches.size() == count && count > 1; ++n)
        words[n].title = sentence("level {level} of {levels}", {{"level", n + 1}, {"levels", count}});
    return words;
}

} // namespace warploom::app
