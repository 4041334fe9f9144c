#pragma once

#include "app/experiment/figures/modelled_figures.h"
#include "app/experiment/input_choice.h"
#include "app/pitfalls/solver_bench.h"
#include "app/run_spec/cell_run.h"
#include "engine/progress.h"
#include "kernels/machine/machine.h"

#include <vector>

// Computes metrics used by Cerny (2011) that are not medians over many launches: single runs, differences between
// methods, and times without synchronization.

namespace warploom::app {

/// Returns the times of the first `count` launches in nanoseconds, measured on the host without a warm-up launch.
std::vector<double> first_launches(const CellRun& run, const std::string& input, int count, kernels::Machine& machine,
                                   Inputs& inputs, const Progress& progress);

/// Largest difference |x_i - x'_i| between two solutions of the same tridiagonal system. `is_equal` is true if the
/// difference is so small, relative to the largest entry, that the solutions count as equal.
struct Difference {
    double largest = 0;
    bool is_equal = false;
};
/// Compares two solutions of a tridiagonal system. One is computed by `kernel`, the other by the kernel in the option
/// `against`. Host kernels run on `host`, all others on `device`. Errors: "kernel.machine"; "experiment.format" if
/// `against` is missing; any error from binding.
Difference solution_difference(const CellRun& run, const std::string& kernel, const std::string& input,
                               kernels::Machine& device, kernels::Machine& host, Inputs& inputs,
                               const Progress& progress);

/// Measures the phases of a tridiagonal solve: the copy to the device, the computation, and the copy back. Errors:
/// "experiment.format" for other operations; any error from binding.
Phases phases_of(const CellRun& run, const std::string& input, bool waits, kernels::Machine& machine, Inputs& inputs,
                 const Progress& progress);
/// Models the phases of a tridiagonal solve on a card.
ModelledPhases phases_of(const ModelledFigures::Traced& traced, const simulated::Card& card);

/// Returns the time of the phase selected by the run's options: `host to device`, `compute`, `device to host` or
/// `total`. Errors: "experiment.format".
double chosen_phase(const CellRun& run, const Phases& phases);
/// Returns whether the option `waits` is "yes". Errors: "experiment.format".
bool waits(const CellRun& run);

} // namespace warploom::app
