#pragma once

#include "kernels/operations/operation.h"

namespace warploom::kernels {

/// Measures the peak rate of all cores in floating-point operations per second, with multiply-adds on the widest vector
/// registers of this processor. The result is the sum over all cores of the best of twenty rounds on each core. A
/// multiply-add counts as two operations. Takes about 20 ms.
double measure_peak_flops(Precision precision);

} // namespace warploom::kernels
