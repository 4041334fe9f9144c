#pragma once

#include "app/experiment/figures/measured_figures.h"
#include "app/experiment/figures/modelled_figures.h"
#include "engine/experiment/result.h"

#include <string>
#include <vector>

namespace warploom::app {

/// A trace, and all cells that use it.
struct ModelledJob {
    CellRun run;
    ModelledWants wants;
    std::vector<std::size_t> cells; ///< indices into the cells of the result
};

/// The work required for a result, in execution order.
struct ExperimentPlan {
    std::vector<ModelledJob> modelled;
    std::vector<MeasuredRun> special; ///< metrics that a normal run does not provide
    std::vector<MeasuredGroup> measured;
    std::size_t steps() const; ///< number of traces and measured runs
};

/// Returns the work for the requested cells that have no modeled or measured value yet. A cell whose templates cannot
/// be filled in gets the reason.
ExperimentPlan plan_experiment(experiment::Result& result, bool model, bool measure_gpu, bool measure_host);

/// Returns the value of a metric for a traced run, in the unit of the series, or sets why_not if the metric has no
/// value. `run` selects the metric and, for counts, the portion of the call.
experiment::CellValue modelled_value(const ModelledRun& modelled, const CellRun& run, const std::string& unit);

/// Returns a title for progress messages, such as "ELL, order 4096, float".
std::string title_of(const experiment::Experiment& experiment, const experiment::Cell& cell);

} // namespace warploom::app
