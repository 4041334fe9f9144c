#pragma once

#include "app/operations/operation.h"

namespace warploom::app {

/// A matrix of more rows than a grid that is cut off often has threads, than a short counts, and than a grid has blocks in
/// its second dimension; every row has one entry or two.
inline constexpr const char* many_rows = "banded:lower=1,n=70001,upper=0";

/// That a text has more threads than may run there.
struct ManyThreads {};

/// How a text is tried on `many_rows`: all blocks run, and of each launch the first and the last are recorded. With
/// `few_threads`, a text with more than eight threads a row ends by ManyThreads: it would take long.
TraceSettings settings_of_many_rows(const TraceSettings& settings, bool few_threads);

/// Whether a text with many threads a row is worth the time there: where its grid is cut off, as the launches over this
/// matrix and a smaller one tell, or where it counts in 16 bits. Errors: those of trace_kernel; "kernel.launch" for a grid that
/// cannot be.
bool is_worth_many_rows(Inputs& inputs, const TraceSettings& settings, const Progress& progress);
/// False where grids of the card are smaller.
bool takes_many_rows(const simulated::Card& card);

} // namespace warploom::app
