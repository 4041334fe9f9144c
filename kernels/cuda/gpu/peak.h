#pragma once

#include "engine/cuda/timing.h"
#include "kernels/operations/operation.h"

namespace warploom::kernels {

/// Measures the peak rate of multiply-adds in registers on all multiprocessors, in operations per second. A
/// multiply-add counts as two operations. Returns the higher rate of ordinary instructions and tensor cores. In float,
/// three 11-bit tensor core products replace one 24-bit product, so a third of the tensor core rate counts.
double measure_peak_flops(cuda::Device& device, cuda::Timer& timer, Precision precision);

} // namespace warploom::kernels
