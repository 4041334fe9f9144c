#pragma once

#include "app/problem/run_result.h"

#include <functional>

namespace warploom::app {

/// Sets the lower bound on the time of each measured row: its bytes at the bandwidth of a large copy, or its operations
/// at peak throughput, whichever is longer. `peak_flops` is called only for rows whose arithmetic intensity is high
/// enough for it to matter; 0 if it is unknown, and such a row then has no bound.
void add_floors(Run& run, const std::function<double(Precision)>& peak_flops);

} // namespace warploom::app
