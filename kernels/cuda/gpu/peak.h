#pragma once

#include "engine/cuda/timing.h"
#include "kernels/operations/operation.h"

namespace warploom::kernels {

/// Measures the peak rate of multiply-adds in registers on all multiprocessors, in operations per second. A
/// multiply-add counts as two operations. Returns the higher of the rates of ordinary instructions and tensor cores. In
/// double precision, tensor cores compute in double precision. In float, three of their 11-bit products replace one
/// 24-bit product, so a third of their rate counts.
double measure_peak_flops(cuda::Device& device, cuda::Timer& timer, Precision precision);

} // namespace warploom::kernels
