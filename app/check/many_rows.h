#pragma once

#include "app/operations/operation.h"

#include <string>

namespace warploom::app {

/// A matrix of more rows than a grid that is cut off often has threads, than a short counts, and than a grid has blocks in
/// its second dimension; every row has one entry or two.
inline constexpr const char* many_rows = "banded:lower=1,n=70001,upper=0";

/// How a text is tried on `many_rows`: all blocks run, and of each launch the first and the last are recorded.
TraceSettings settings_of_many_rows(const TraceSettings& settings);

/// Whether a text is worth the time there: where its grid is cut off, as the launches over this matrix and a smaller one tell,
/// where something is found in their first block or their last, or where it counts in 16 bits. Only these blocks run, so
/// this is quick. Errors: those of trace_kernel; "kernel.launch" for a grid that cannot be.
bool is_worth_many_rows(Inputs& inputs, const TraceSettings& settings, const Progress& progress);
/// Whether a text has types or numbers of 16 bits.
bool counts_in_16_bits(const std::string& text);
/// False where grids of the card are smaller.
bool takes_many_rows(const simulated::Card& card);

} // namespace warploom::app
