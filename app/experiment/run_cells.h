#pragma once

#include "app/experiment/figures/measured_figures.h"
#include "app/experiment/figures/modelled_figures.h"
#include "engine/experiment/result.h"

#include <string>
#include <vector>

namespace warploom::app {

/// A trace to be created, and the result cells that get their values from it.
struct ModelledJob {
    CellRun run;
    ModelledWants wants;
    std::vector<std::size_t> cells; ///< indices into the cells of the experiment's result
};

/// The work that remains to complete a result, in execution order.
struct ExperimentPlan {
    std::vector<ModelledJob> modelled;
    std::vector<MeasuredRun> special; ///< runs for metrics that a normal benchmark run does not provide
    std::vector<MeasuredGroup> measured;
    std::size_t steps() const; ///< returns the number of traces and measured runs
};

/// Returns the remaining work: the requested cells without a modeled or measured value. Sets why_not of a cell if
/// placeholders in its description cannot be filled in.
ExperimentPlan plan_experiment(experiment::Result& result, bool model, bool measure_gpu, bool measure_host);

/// Returns the metric selected by `run`, computed from a modeled run, in the unit of the series. For counts, `run` also
/// selects the part of the kernel call to count. Sets why_not if the metric has no value.
experiment::CellValue modelled_value(const ModelledRun& modelled, const CellRun& run, const std::string& unit);

/// Returns the title of a cell for progress messages, such as "ELL, order 4096, float".
std::string title_of(const experiment::Experiment& experiment, const experiment::Cell& cell);

} // namespace warploom::app
