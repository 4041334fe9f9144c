#pragma once

#include "engine/cuda/timing.h"
#include "kernels/operations/operation.h"

namespace warploom::kernels {

/// Returns the peak rate of multiplications and additions in registers on all multiprocessors, in operations per
/// second; a multiply-add counts as two. The better of ordinary instructions and tensor cores: in double, those compute
/// in double; in float, three of their products with 11 bits replace one with 24, so a third of their rate counts.
double measure_peak_flops(cuda::Device& device, cuda::Timer& timer, Precision precision);

} // namespace warploom::kernels
