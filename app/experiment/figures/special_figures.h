#pragma once

#include "app/experiment/figures/modelled_figures.h"
#include "app/experiment/input_choice.h"
#include "app/pitfalls/solver_bench.h"
#include "app/run_spec/cell_run.h"
#include "engine/progress.h"
#include "kernels/machine/machine.h"

#include <vector>

// Figures that are no median of a stream of launches: cerny2011's single runs, differences between methods, and a clock
// that does not wait.

namespace warploom::app {

/// The times of the first `count` launches, in ns by the host's clock, with nothing warmed up before.
std::vector<double> first_launches(const CellRun& run, const std::string& input, int count, kernels::Machine& machine,
                                   Inputs& inputs, const Progress& progress);

/// Largest |x_i - x'_i| of two solutions of one tridiagonal system; `is_equal`: less than a millionth of the largest
/// entry, as printed digits would not show it.
struct Difference {
    double largest = 0;
    bool is_equal = false;
};
/// By `run.kernel` and the option `against`. Kernels of the host run on `host`, the others on `device`.
/// Errors: "kernel.machine", "experiment.format" without `against`, those of binding.
Difference solution_difference(const CellRun& run, const std::string& kernel, const std::string& input,
                               kernels::Machine& device, kernels::Machine& host, Inputs& inputs,
                               const Progress& progress);

/// The phases of a solution, measured. Errors: those of binding, "experiment.format" for other operations.
Phases phases_of(const CellRun& run, const std::string& input, bool waits, kernels::Machine& machine, Inputs& inputs,
                 const Progress& progress);
/// The same for a card.
ModelledPhases phases_of(const ModelledFigures::Traced& traced, const simulated::Card& card);

/// The phase that the run's options ask for: `host to device`, `compute`, `device to host` or `total`.
/// Errors: "experiment.format".
double chosen_phase(const CellRun& run, const Phases& phases);
/// The option `waits`, "yes" or "no". Errors: "experiment.format".
bool waits(const CellRun& run);

} // namespace warploom::app
