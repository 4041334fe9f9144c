#pragma once

#include "engine/cuda/timing.h"
#include "kernels/machine/card_measurement.h"

namespace warploom::kernels {

/// Measures launches, starts of blocks, latencies, streams, requests, gathers and atomics of this GPU separately, which
/// takes about half a minute. Requires about 1.5 GB of GPU memory. Errors: "device.fault", "memory.limit".
CardMeasurement measure_card_figures(cuda::Device& device, cuda::Timer& timer, const CardStep& step);

} // namespace warploom::kernels
