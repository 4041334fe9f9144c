#pragma once

#include "engine/cuda/timing.h"
#include "kernels/machine/card_measurement.h"

namespace warploom::kernels {

/// Launches, starts of blocks, latencies, streams, requests, gathers and atomics of this GPU, one thing at a time;
/// about half a minute. Needs some 1.5 GB of its memory. Errors: "device.fault", "memory.limit".
CardMeasurement measure_card_figures(cuda::Device& device, cuda::Timer& timer, const CardStep& step);

} // namespace warploom::kernels
