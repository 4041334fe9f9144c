#pragma once

#include "engine/cuda/device.h"
#include "kernels/sources/text_gpu.h"

#include <memory>

namespace warploom::kernels {

/// Returns a GPU whose kernels NVRTC compiles and the driver launches. Kernels of the same source share their code
/// while one of them is bound.
std::unique_ptr<TextGpu> nvrtc_gpu(std::shared_ptr<cuda::Device> device);

} // namespace warploom::kernels
