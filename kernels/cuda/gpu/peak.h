#pragma once

#include "engine/cuda/timing.h"
#include "kernels/operations/operation.h"

namespace warploom::kernels {

/// Returns the peak rate of multiplications and additions in registers on all multiprocessors, in operations per
/// second. A multiply-add counts as two operations. Returns the better rate of ordinary instructions and tensor cores.
/// In double precision, tensor cores compute in double precision. In float, three of their products with 11 bits
/// replace one with 24 bits, so a third of their rate counts.
double measure_peak_flops(cuda::Device& device, cuda::Timer& timer, Precision precision);

} // namespace warploom::kernels
