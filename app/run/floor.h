#pragma once

#include "app/problem/run_result.h"

#include <functional>

namespace warploom::app {

/// The least time of each measured row: what its bytes take at the bandwidth of a large copy, or its operations at the
/// peak, whichever is longer. `peak_flops` is asked only for rows with so many operations a byte that it could decide;
/// 0 where it is not known, and then such a row has no floor.
void add_floors(Run& run, const std::function<double(Precision)>& peak_flops);

} // namespace warploom::app
