#pragma once

#include "app/operations/operation.h"

namespace warploom::app {

/// For AᵀA: more columns than 1,024, so that C is too wide for many grids and shared arrays. Each number of C is one product.
inline constexpr const char* many_columns = "dense:rows=1,cols=1030,seed=8";
/// For AᵀA: a column longer than a short counts.
inline constexpr const char* long_column = "dense:rows=70001,cols=1,seed=9";

/// Whether a text is worth the time on `many_columns`: the first and the last block of each launch have a finding there or write
/// a wrong number, or they leave out the last number of C, which they write where there are fewer columns. Only these
/// blocks run, so this is quick. Errors: those of trace_kernel.
bool is_worth_many_columns(Inputs& inputs, const TraceSettings& settings, const Progress& progress);

} // namespace warploom::app
