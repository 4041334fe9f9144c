#pragma once

#include "kernels/operations/operation.h"

namespace warploom::kernels {

/// Measures the peak rate of all cores in floating-point operations per second, with multiply-adds (two operations
/// each) on the widest vector registers. Adds up each core's best of twenty rounds. Takes about 20 ms.
double measure_peak_flops(Precision precision);

} // namespace warploom::kernels
