#pragma once

#include "kernels/cuda/cuda_ata.h"

namespace warploom::kernels {

/// The vendor's general product of two matrices, and its product of a matrix with itself (one triangle, whose mirror a
/// launch of our own makes). In the precision of the input, in pedantic math: nothing is emulated or rounded to less.
/// Errors: "memory.limit", "device.fault".
std::unique_ptr<BoundAta> bind_cublas_gemm(std::shared_ptr<cuda::Device> device, const AtaInput& input, int block_size);
std::unique_ptr<BoundAta> bind_cublas_syrk(std::shared_ptr<cuda::Device> device, const AtaInput& input, int block_size);

} // namespace warploom::kernels
