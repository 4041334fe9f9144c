#include "app/experiment/share.h"

#include "app/experiment/run_experiment.h"
#include "engine/error.h"
#include "engine/sentence.h"

#include <charconv>
#include <set>

namespace warploom::app {

Share share_from_text(const std::string& text) {
    // Limit on the number of processes: the maximum number of cells in an experiment.
    constexpr std::size_t most_shares = 100'000;
    Share share;
    const char *const begin = text.data(), *const end = begin + text.size();
    const auto index = std::from_chars(begin, end, share.index);
    const bool has_bar = index.ec == std::errc() && index.ptr != end && *index.ptr == '/';
    const auto count = has_bar ? std::from_chars(index.ptr + 1, end, share.count) : index;
    if (!has_bar || count.ec != std::errc() || count.ptr != end || share.count == 0 || share.count > most_shares ||
        share.index >= share.count)
        throw Error("arguments", sentence("'{text}' is not a valid part of the work.", {{"text", text}}),
                    sentence("For example, use 0/4, 1/4, 2/4 or 3/4."));
    return share;
}

WorkUnits units_of(const experiment::Experiment& experiment, bool quick, bool model, bool measure_gpu,
                   bool measure_host) {
    experiment::Result result = begin_experiment(experiment, quick);
    const ExperimentPlan plan = plan_experiment(result, model && !experiment.card.empty(), measure_gpu, measure_host);
    return {plan.modelled.size(), plan.special.size() + plan.measured.size()};
}

void keep_share(ExperimentPlan& plan, const ExperimentPlan& whole, const Share& share) {
    std::set<std::size_t> modelled, measured;
    std::size_t unit = 0;
    const auto add = [&](std::set<std::size_t>& mine, const std::vector<std::size_t>& cells) {
        if (unit++ % share.count == share.index) mine.insert(cells.begin(), cells.end());
    };
    for (const ModelledJob& job : whole.modelled) add(modelled, job.cells);
    for (const MeasuredRun& run : whole.special) add(measured, run.cells);
    for (const MeasuredGroup& group : whole.measured) add(measured, group.cells());

    std::erase_if(plan.modelled, [&](const ModelledJob& job) { return !modelled.contains(job.cells.front()); });
    const auto is_another = [&](const MeasuredRun& run) { return !measured.contains(run.cells.front()); };
    std::erase_if(plan.special, is_another);
    for (MeasuredGroup& group : plan.measured) std::erase_if(group.runs, is_another);
    std::erase_if(plan.measured, [](const MeasuredGroup& group) { return group.runs.empty(); });
}

} // namespace warploom::app
