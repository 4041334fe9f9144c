#pragma once

#include "engine/cuda/device.h"
#include "kernels/sources/text_gpu.h"

#include <memory>

namespace warploom::kernels {

/// Returns a GPU whose kernels are compiled by NVRTC and launched by the driver. Kernels of the same source share their
/// code as long as one of them is bound.
std::unique_ptr<TextGpu> nvrtc_gpu(std::shared_ptr<cuda::Device> device);

} // namespace warploom::kernels
