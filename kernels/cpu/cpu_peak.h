#pragma once

#include "kernels/operations/operation.h"

namespace warploom::kernels {

/// Returns the peak rate of all cores in floating-point operations per second, measured with multiply-adds in registers
/// with the widest vectors of this processor. It is the sum of the best of twenty rounds on each core. A multiply-add
/// counts as two operations. Takes about 20 ms.
double measure_peak_flops(Precision precision);

} // namespace warploom::kernels
