#pragma once

#include "engine/cuda/timing.h"
#include "kernels/operations/operation.h"

namespace warploom::kernels {

/// Measures the peak rate of multiply-adds in registers on all multiprocessors, in operations per second. A
/// multiply-add counts as two operations. Returns the rate of ordinary instructions or tensor cores, whichever is
/// higher. In float, a 24-bit product takes three tensor core products of 11 bits, so their rate is divided by three.
double measure_peak_flops(cuda::Device& device, cuda::Timer& timer, Precision precision);

} // namespace warploom::kernels
