#pragma once

#include "app/problem/run_result.h"

#include <functional>

namespace warploom::app {

/// Sets a lower bound on the time of each measured row. The bound is the larger of two times: the time to transfer the
/// kernel's bytes at the bandwidth of a large copy, and the time to perform the kernel's operations at peak throughput.
/// `peak_flops` is called only for rows whose arithmetic intensity is high enough. If it returns 0 (unknown), the row
/// has no bound.
void add_floors(Run& run, const std::function<double(Precision)>& peak_flops);

} // namespace warploom::app
