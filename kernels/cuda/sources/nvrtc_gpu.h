#pragma once

#include "engine/cuda/device.h"
#include "kernels/sources/text_gpu.h"

#include <memory>

namespace warploom::kernels {

/// Returns a GPU that compiles kernels with NVRTC and launches them through the CUDA driver. Kernels from the same
/// source file share one copy of the code as long as one of them is bound.
std::unique_ptr<TextGpu> nvrtc_gpu(std::shared_ptr<cuda::Device> device);

} // namespace warploom::kernels
