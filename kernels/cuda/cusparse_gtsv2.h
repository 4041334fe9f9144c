#pragma once

#include "engine/cuda/device.h"
#include "kernels/tridiagonal.h"

#include <memory>

namespace warploom::kernels {

/// cuSPARSE's solvers of one system: with pivoting, and without. They take at least 3 unknowns and overwrite the
/// right-hand side, so every call copies d to x first; that copy is part of the time. Errors: "kernel.refused" for
/// n < 3; "memory.limit" for their buffer.
std::unique_ptr<BoundTridiagonal> bind_cusparse_gtsv2(std::shared_ptr<cuda::Device>, const TridiagonalInput&,
                                                      int block_size);
std::unique_ptr<BoundTridiagonal> bind_cusparse_gtsv2_nopivot(std::shared_ptr<cuda::Device>, const TridiagonalInput&,
                                                              int block_size);

} // namespace warploom::kernels
