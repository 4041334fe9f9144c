#pragma once

#include "kernels/operations/operation.h"

namespace warploom::kernels {

/// Operations per second that all cores reach together with products and sums in registers alone, in the widest vectors
/// of this processor; the sum of each one's best of twenty rounds. A product that is added to a sum counts as two.
/// Takes about 20 ms.
double measure_peak_flops(Precision precision);

} // namespace warploom::kernels
