#include "app/check/schedules.h"

#include "app/operations/trace_kernel.h"
#include "engine/sentence.h"
#include "engine/simt/program.h"
#include "kernels/sources/text_of_kernel.h"

#include <utility>
#include <vector>

namespace warploom::app {

std::string label_of(simulated::BlockSchedule schedule) {
    switch (schedule) {
    case simulated::BlockSchedule::descending: return sentence("With blocks in descending order");
    case simulated::BlockSchedule::random: return sentence("With blocks in random order");
    case simulated::BlockSchedule::interleaved: return sentence("With warps preempted at memory operations");
    default: return sentence("With blocks in ascending order");
    }
}

namespace {

std::string with_schedule(const std::string& finding, simulated::BlockSchedule schedule) {
    switch (schedule) {
    case simulated::BlockSchedule::descending:
        return sentence("{finding} This error occurs when blocks run in descending order.", {{"finding", finding}});
    case simulated::BlockSchedule::random:
        return sentence("{finding} This error occurs when blocks run in random order.", {{"finding", finding}});
    default:
        return sentence("{finding} This error occurs when warps are preempted at memory "
                        "operations.",
                        {{"finding", finding}});
    }
}

} // namespace

bool is_worth_reordering(const TraceSubject& subject, const TraceSettings& settings, const Trace& ascending) {
    // Maximum number of accesses, counted once per lane, which limits the duration of a run to a few tenths of a
    // second.
    constexpr std::int64_t most_lane_accesses = std::int64_t{1} << 19;
    return ascending.lane_accesses <= most_lane_accesses &&
           simt::depends_on_order(*kernels::program_of(subject.operation, settings.kernel),
                                  settings.precision == Precision::float64);
}

void drop_block_races(std::vector<simulated::Finding>& findings) {
    std::erase_if(findings, [](const simulated::Finding& finding) {
        return finding.kind == simulated::Finding::Kind::global_race;
    });
}

ScheduleRuns try_schedules(const TraceSubject& subject, const TraceSettings& settings,
                           const std::function<std::optional<WrongNumber>()>& wrong_now, const Progress& progress) {
    using simulated::BlockSchedule;
    constexpr std::int64_t most_of_fast = std::int64_t{1} << 20; // about 0.1 s
    ScheduleRuns runs;
    for (const BlockSchedule schedule :
         {BlockSchedule::descending, BlockSchedule::random, BlockSchedule::interleaved}) {
        TraceSettings other = settings;
        other.schedule = schedule;
        other.counts = false;
        ScheduleFault fault{schedule, trace_kernel(subject, other, progress), wrong_now()};
        drop_block_races(fault.trace.findings);
        if (schedule == BlockSchedule::descending) runs.is_descending_fast = fault.trace.lane_accesses <= most_of_fast;
        if (!fault.wrong && fault.trace.findings.empty()) continue;
        for (simulated::Finding& finding : fault.trace.findings)
            finding.sentence = with_schedule(finding.sentence, schedule);
        runs.fault = std::move(fault);
        break;
    }
    return runs;
}

} // namespace warploom::app
