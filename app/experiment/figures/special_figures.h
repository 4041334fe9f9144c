#pragma once

#include "app/experiment/figures/modelled_figures.h"
#include "app/experiment/input_choice.h"
#include "app/pitfalls/solver_bench.h"
#include "app/run_spec/cell_run.h"
#include "engine/progress.h"
#include "kernels/machine/machine.h"

#include <vector>

// Metrics from cerny2011 that are not medians over many launches: single runs, differences between methods, and timing
// without synchronization.

namespace warploom::app {

/// Returns the times of the first `count` launches in ns, measured on the host without warm-up.
std::vector<double> first_launches(const CellRun& run, const std::string& input, int count, kernels::Machine& machine,
                                   Inputs& inputs, const Progress& progress);

/// The largest |x_i - x'_i| of two solutions of the same tridiagonal system. `is_equal` is set if this difference is
/// so small relative to the largest entry that the solutions count as equal.
struct Difference {
    double largest = 0;
    bool is_equal = false;
};
/// Compares the solutions of `run.kernel` and of the kernel named by the option `against`. Host kernels run on `host`,
/// all others on `device`. Errors: "kernel.machine"; "experiment.format" without `against`; all errors of binding.
Difference solution_difference(const CellRun& run, const std::string& kernel, const std::string& input,
                               kernels::Machine& device, kernels::Machine& host, Inputs& inputs,
                               const Progress& progress);

/// Measures the phases of a solve. Errors: all errors of binding; "experiment.format" for other operations.
Phases phases_of(const CellRun& run, const std::string& input, bool waits, kernels::Machine& machine, Inputs& inputs,
                 const Progress& progress);
/// Models the phases on a card.
ModelledPhases phases_of(const ModelledFigures::Traced& traced, const simulated::Card& card);

/// Returns the phase selected by the run's options: `host to device`, `compute`, `device to host` or `total`. Errors:
/// "experiment.format".
double chosen_phase(const CellRun& run, const Phases& phases);
/// Returns whether the option `waits` is "yes". Errors: "experiment.format".
bool waits(const CellRun& run);

} // namespace warploom::app
