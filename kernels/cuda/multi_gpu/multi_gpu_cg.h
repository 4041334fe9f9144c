#pragma once

#include "kernels/cuda/multi_gpu/multi_gpu_spmv.h"
#include "kernels/operations/cg.h"

#include <memory>

namespace warploom::kernels {

/// Binds `cg` (individual launches) or `cg-fused` (CUDA graphs, if faster) over several ranks, with the exchange method
/// of the fastest iteration. Errors: all errors of binding the matrix-vector product; "kernel.refused" for methods that
/// require the whole matrix; "cg.preconditioner" if a rank's block cannot be factorized.
std::unique_ptr<BoundCg> bind_multi_gpu_cg(const RankCrews& crews, const BindRequest& request,
                                           const CudaEntry& product);
/// Throws Error("kernel.refused") if a method requires the whole matrix. This is the same check as in
/// bind_multi_gpu_cg(), but it does not need a matrix-vector product.
void require_multi_gpu_cg(const std::string& method, const CgInput& input);

} // namespace warploom::kernels
