#pragma once

#include "app/experiment/figures/modelled_figures.h"
#include "app/run_spec/cell_run.h"

#include <optional>
#include <string>

// The counts with which a source explains its times. They are facts of the execution under the card's rules. For a
// sample of blocks, they are extrapolated.

namespace warploom::app {

struct Counted {
    std::optional<double> number; ///< times are in ns
    std::string why_not;          ///< if there is no number, a sentence with the reason
};

/// Returns the count that `run.figure` names, for the part of the call that the options select:
/// - `launch`: only launches with this number (from 1) or whose name contains this text;
/// - `array`: only accesses to the array with this name; `access`: only loads, stores or atomics;
/// - `per`: divided by the nonzeros or rows of the input, the threads, blocks or launches, or another count of the
///   same part. A fraction, a mean or a maximum is never divided. The time of selected launches excludes the launch
///   overhead.
Counted count_of(const TracedCounts& trace, const CellRun& run);

} // namespace warploom::app
