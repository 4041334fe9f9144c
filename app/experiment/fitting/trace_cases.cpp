#include "app/calibration/fit.h"
#include "app/experiment/figures/modelled_figures.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace warploom::app {

std::vector<TracedCase> trace_cases(const Study& study, const simulated::Card& card, const Progress& progress) {
    // Sort the cases by matrix and format, so that each format is created only once.
    std::vector<std::size_t> order(study.cases.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) {
        const CellRun& c = study.cases[i];
        return std::tie(c.inputs.front(), c.kernel, c.precision);
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });

    InputChoice inputs({});
    ModelledFigures figures(card, inputs, false);
    Progress within; // progress is counted in cases, so no progress is reported within a case
    within.cancelled = progress.cancelled;
    std::vector<TracedCase> result(study.cases.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        progress.check(static_cast<std::int64_t>(i), static_cast<std::int64_t>(order.size()));
        auto traced = figures.trace(study.cases[order[i]], within);
        // Discard the counters of source locations, because the performance model uses only the counters of blocks.
        for (auto& launch : traced.launches) launch.sites.clear();
        result[order[i]] = {std::move(traced.launches), traced.nonzeros, traced.traced_share, traced.transfer_bytes};
    }
    return result;
}

} // namespace warploom::app
