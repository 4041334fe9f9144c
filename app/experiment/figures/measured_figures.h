#pragma once

#include "app/experiment/input_choice.h"
#include "app/problem/problem.h"
#include "app/run/runner.h"
#include "app/run_spec/cell_run.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// A run to be measured, and the result cells that get their values from it.
struct MeasuredRun {
    CellRun run;
    std::string key;                ///< key that identifies the run, as returned by measured_key()
    std::vector<std::size_t> cells; ///< indices into the cells of the experiment's result
};

/// Runs with the same input, machine, cache state, x and CG settings. Their samples can therefore be interleaved.
struct MeasuredGroup {
    std::vector<MeasuredRun> runs;
    std::vector<std::size_t> cells() const {
        std::vector<std::size_t> all;
        for (const MeasuredRun& run : runs) all.insert(all.end(), run.cells.begin(), run.cells.end());
        return all;
    }
};
/// Groups the runs, with the smallest inputs first. The kernels in a group have the same precisions, block sizes and
/// thread counts, so that run_problem can measure the whole group in a single call.
std::vector<MeasuredGroup> group_runs(std::vector<MeasuredRun> runs);

/// The input of the previous group with its reference results. It is cached because the next group often has the same
/// input.
struct OpenInput {
    std::string key; ///< key that identifies the input; empty if no input is loaded
    std::unique_ptr<Problem> problem;
    InputInfo info;
    std::string note; ///< sentence that states which inputs were replaced by others
};

/// Measures a group of runs. Calls `settled` with the result row of each run that was not canceled. Spends at most
/// `row_ns` nanoseconds on each row, or the time limit of the preset if `row_ns` is 0. `note` lists substituted inputs,
/// if any. Errors: any error from loading; "cancelled".
void measure_group(const MeasuredGroup& group, kernels::Machine& machine, InputChoice& inputs, OpenInput& open,
                   bool quick, double row_ns, const RunObserver& observer, const Progress& progress,
                   const std::function<void(const MeasuredRun& run, const Row& row, const InputInfo& input,
                                            const std::string& note)>& settled);

/// Returns a sentence that explains why a count cannot be measured on a real GPU.
std::string counted_not_measured();

/// Returns the value of the run's metric from a result row, in the unit of the series. Sets why_not if the row lacks
/// this value.
experiment::CellValue measured_value(const Row& row, const InputInfo& input, const CellRun& run,
                                     const std::string& unit);

} // namespace warploom::app
