#pragma once

#include "engine/cuda/device.h"
#include "kernels/ata/ata.h"

#include <memory>

namespace warploom::kernels {

/// `tensor-core` in double for 8, 16, 32 or 64 columns and very many rows, where reading A is all that it costs. Null where
/// A has another shape.
std::unique_ptr<BoundAta> tensor_core_tall(const std::shared_ptr<cuda::Device>& device, const AtaInput& input);

} // namespace warploom::kernels
