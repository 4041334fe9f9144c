#pragma once

#include "engine/cuda/device.h"
#include "kernels/operations/ata.h"

#include <memory>

// The ways of `tensor-core` that have kernels of their own. Which one is taken say tensor_core::way_of and
// way_in_float.

namespace warploom::kernels {

/// For a C of a few hundred columns, in blocks with tiles of 16 x 16.
std::unique_ptr<BoundAta> tensor_core_small(std::shared_ptr<cuda::Device> device, const AtaInput& input);
std::unique_ptr<BoundAta> tensor_core_small_float(std::shared_ptr<cuda::Device> device, const AtaInput& input);

/// For 8, 16, 32 or 64 columns and very many rows, where reading A is all that it costs. Null where A has another
/// shape.
std::unique_ptr<BoundAta> tensor_core_tall(const std::shared_ptr<cuda::Device>& device, const AtaInput& input);

/// A in boxes, brought by Hopper's tensor copies.
std::unique_ptr<BoundAta> tensor_core_boxes(std::shared_ptr<cuda::Device> device, const AtaInput& input);
/// Whether this card, its driver and this build have such copies.
bool has_tensor_copies(const cuda::Device& device);

/// In float by Hopper's instructions of four warps.
std::unique_ptr<BoundAta> tensor_core_wide(std::shared_ptr<cuda::Device> device, const AtaInput& input);
/// Whether this card has such instructions.
bool has_wide_instructions(const cuda::Device& device);

} // namespace warploom::kernels
