#pragma once

#include "engine/cuda/device.h"
#include "kernels/ata/ata.h"

#include <memory>

namespace warploom::kernels {

/// `tensor-core` in double for a C of a few hundred columns, in blocks with tiles of 16 x 16. Null where other tiles are
/// quicker (tensor_core::is_for_small_tiles).
std::unique_ptr<BoundAta> tensor_core_small(const std::shared_ptr<cuda::Device>& device, const AtaInput& input);

} // namespace warploom::kernels
