#pragma once

#include "app/problem/run_result.h"

#include <functional>

namespace warploom::app {

/// Sets a lower bound for the time of each measured row: its bytes at the bandwidth of a large copy, or its operations
/// at peak throughput, whichever takes longer. `peak_flops` is called only for rows with sufficient arithmetic
/// intensity. If `peak_flops` returns 0 because the peak is unknown, the row has no bound.
void add_floors(Run& run, const std::function<double(Precision)>& peak_flops);

} // namespace warploom::app
