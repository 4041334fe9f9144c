#include "app/trace_documents/timeline.h"

#include <algorithm>
#include <map>
#include <vector>

namespace warploom::app {

namespace {

constexpr double ns_per_us = 1000; // times in the Trace Event Format are in microseconds
constexpr int slots_per_multiprocessor = 1000;

Json name_of(const char* what, int launch, int thread, const std::string& name) {
    return {{"name", what}, {"ph", "M"}, {"pid", launch}, {"tid", thread}, {"args", {{"name", name}}}};
}

/// Assigns each block to the first slot of its multiprocessor that is free when the block starts.
class Slots {
public:
    int take(const simulated::ScheduledBlock& block) {
        std::vector<double>& ends = ends_[block.multiprocessor];
        const auto free = std::find_if(ends.begin(), ends.end(), [&](double end) { return end <= block.start_ns; });
        const auto slot = static_cast<int>(free - ends.begin());
        if (free == ends.end()) ends.push_back(block.end_ns);
        else *free = block.end_ns;
        return slot;
    }
    const std::map<int, std::vector<double>>& ends() const { return ends_; }

private:
    std::map<int, std::vector<double>> ends_; ///< end of the last block in each slot, by multiprocessor
};

} // namespace

Json timeline_document(const protocol::Trace& trace) {
    Json events = Json::array();
    double launch_start_ns = 0;
    for (std::size_t l = 0; l < trace.launches.size(); ++l) {
        const protocol::TraceLaunch& launch = trace.launches[l];
        const auto process = static_cast<int>(l);
        events.push_back(name_of("process_name", process, 0, "launch " + std::to_string(l) + ": " + launch.kernel));
        std::vector<simulated::ScheduledBlock> schedule = launch.schedule;
        std::stable_sort(schedule.begin(), schedule.end(),
                         [](const auto& a, const auto& b) { return a.start_ns < b.start_ns; });
        Slots slots;
        for (const simulated::ScheduledBlock& block : schedule) {
            const int thread = block.multiprocessor * slots_per_multiprocessor + slots.take(block);
            events.push_back({{"name", "block " + std::to_string(block.block)},
                              {"cat", "block"},
                              {"ph", "X"},
                              {"ts", (launch_start_ns + block.start_ns) / ns_per_us},
                              {"dur", (block.end_ns - block.start_ns) / ns_per_us},
                              {"pid", process},
                              {"tid", thread},
                              {"args", {{"block", block.block}, {"multiprocessor", block.multiprocessor}}}});
        }
        for (const auto& [multiprocessor, ends] : slots.ends())
            for (std::size_t slot = 0; slot < ends.size(); ++slot)
                events.push_back(
                    name_of("thread_name", process, multiprocessor * slots_per_multiprocessor + static_cast<int>(slot),
                            "multiprocessor " + std::to_string(multiprocessor) + ", slot " + std::to_string(slot)));
        launch_start_ns += launch.ns;
    }
    return {{"displayTimeUnit", "ns"},
            {"otherData",
             {{"matrix", trace.matrix.name},
              {"kernel", trace.kernel},
              {"card", trace.card.title},
              {"times", "modeled, not measured"}}},
            {"traceEvents", std::move(events)}};
}

} // namespace warploom::app
