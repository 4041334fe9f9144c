#pragma once

#include "app/experiment/figures/modelled_figures.h"
#include "app/run_spec/cell_run.h"

#include <optional>
#include <string>

// Figures that are counts: the causes that a source gives for its times, as numbers. They are facts of the execution
// under the card's rules; of a sample of the blocks they are scaled up.

namespace warploom::app {

struct Counted {
    std::optional<double> number; ///< times in ns
    std::string why_not;          ///< a sentence, where there is none
};

/// Returns the count that `run.figure` names, for the part of the call that the options select:
/// - `launch`: only launches with this number (from 1) or whose name contains this text;
/// - `array`: only accesses to the array of this name; `access`: only loads, stores or atomics;
/// - `per`: divided by the nonzeros or rows of the input, the threads, blocks or launches, or by another count of the
///   same part. A share, a mean or a maximum is never divided. The time of a selection of launches excludes the launch
///   overhead.
Counted count_of(const TracedCounts& trace, const CellRun& run);

} // namespace warploom::app
