#pragma once

#include "engine/cuda/device.h"
#include "kernels/operations/ata.h"

#include <memory>

// Declares the versions of the kernel `tensor-core` that have their own files; way_of and way_in_float select one.

namespace warploom::kernels {

/// Binds the version for up to a few hundred columns. Each block computes a 16 x 16 tile.
std::unique_ptr<BoundAta> tensor_core_small(std::shared_ptr<cuda::Device> device, const AtaInput& input);
std::unique_ptr<BoundAta> tensor_core_small_float(std::shared_ptr<cuda::Device> device, const AtaInput& input);

/// Binds the version for 8, 16, 32 or 64 columns and very many rows, where reading A dominates. Returns null for other
/// shapes.
std::unique_ptr<BoundAta> tensor_core_tall(const std::shared_ptr<cuda::Device>& device, const AtaInput& input);

/// Binds the version that loads boxes of A with Hopper's tensor copies.
std::unique_ptr<BoundAta> tensor_core_boxes(std::shared_ptr<cuda::Device> device, const AtaInput& input);
/// Returns whether the GPU, the driver and this build support tensor copies.
bool has_tensor_copies(const cuda::Device& device);

/// Binds the float version with Hopper's warpgroup matrix instructions.
std::unique_ptr<BoundAta> tensor_core_wide(std::shared_ptr<cuda::Device> device, const AtaInput& input);
/// Returns whether this GPU has warpgroup matrix instructions.
bool has_wide_instructions(const cuda::Device& device);

} // namespace warploom::kernels
