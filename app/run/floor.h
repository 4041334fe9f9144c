#pragma once

#include "app/problem/run_result.h"

#include <functional>

namespace warploom::app {

/// Sets a lower bound on the time of each measured row. The bound is the larger of two times: the time to transfer the
/// kernel's bytes at the bandwidth of a large copy, and the time to perform the kernel's operations at peak throughput.
/// `peak_flops` returns the peak throughput, or 0 if it is unknown, in which case the row has no bound. It is called
/// only for rows with sufficient arithmetic intensity.
void add_floors(Run& run, const std::function<double(Precision)>& peak_flops);

} // namespace warploom::app
