#pragma once

#include "app/experiment/figures/modelled_figures.h"
#include "app/run_spec/cell_run.h"

#include <optional>
#include <string>

// Computes the counts that papers use to explain their times. Counts are exact under the card's rules, or extrapolated
// if only a sample of the blocks was traced.

namespace warploom::app {

struct Counted {
    std::optional<double> number; ///< the requested count, in nanoseconds if it is a time
    std::string why_not;          ///< sentence that explains why the count is not available
};

/// Returns the count selected by `run.figure`, for the part of the call that the options select:
/// - `launch`: only launches with this number (starting at 1) or with this text in their name
/// - `array`: only accesses to the array with this name
/// - `access`: only loads, stores or atomics
/// - `per`: divides by the nonzeros or rows of the input, by threads, blocks or launches, or by another count of the
///   same part. Does not apply to fractions, means and maxima.
/// If launches are selected, their time excludes launch overhead.
Counted count_of(const TracedCounts& trace, const CellRun& run);

} // namespace warploom::app
