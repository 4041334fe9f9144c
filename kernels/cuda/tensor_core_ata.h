#pragma once

#include "kernels/cuda/cuda_ata.h"

namespace warploom::kernels {

/// C = AᵀA by the FP64 matrix instructions. Double only. On a card without them, or with too little shared memory, it is
/// `tiled`, and `detail` says so. Errors: "kernel.refused" for float, "memory.limit".
std::unique_ptr<BoundAta> bind_tensor_core_ata(std::shared_ptr<cuda::Device> device, const AtaInput& input,
                                               int block_size);

} // namespace warploom::kernels
