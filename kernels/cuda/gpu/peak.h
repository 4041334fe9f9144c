#pragma once

#include "engine/cuda/timing.h"
#include "kernels/operations/operation.h"

namespace warploom::kernels {

/// Operations per second of multiplications and additions in registers alone, on all multiprocessors; a product that is
/// added to a sum counts as two. The better of ordinary instructions and of tensor cores: in double those compute in
/// double; in float three of their products with 11 bits stand for one of 24, so a third of their rate counts.
double measure_peak_flops(cuda::Device& device, cuda::Timer& timer, Precision precision);

} // namespace warploom::kernels
