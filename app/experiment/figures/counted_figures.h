#pragma once

#include "app/experiment/figures/modelled_figures.h"
#include "app/run_spec/cell_run.h"

#include <optional>
#include <string>

// The counts with which a paper explains its times. Counts are exact under the card's rules; if blocks were sampled,
// counts are extrapolated.

namespace warploom::app {

struct Counted {
    std::optional<double> number; ///< the count; a time is in ns
    std::string why_not;          ///< sentence that explains why there is no count
};

/// Returns the count that `run.figure` names, for the portion of the call that the options select:
/// - `launch`: only launches with this number (from 1) or whose name contains this text
/// - `array`: only accesses to the array with this name
/// - `access`: only loads, stores or atomics
/// - `per`: divides by the nonzeros or rows of the input, by threads, blocks or launches, or by another count of the
///   same portion. Does not apply to fractions, means and maxima.
/// The time of selected launches excludes launch overhead.
Counted count_of(const TracedCounts& trace, const CellRun& run);

} // namespace warploom::app
