#pragma once

#include "engine/cuda/timing.h"
#include "kernels/machine/card_measurement.h"

namespace warploom::kernels {

/// Measures the properties of this GPU with microbenchmarks for launches, block starts, latencies, streams, requests,
/// gathers and atomics. Takes about half a minute and about 1.5 GB of GPU memory. Errors: "device.fault",
/// "memory.limit".
CardMeasurement measure_card_figures(cuda::Device& device, cuda::Timer& timer, const CardStep& step);

} // namespace warploom::kernels
