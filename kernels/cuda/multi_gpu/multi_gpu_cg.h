#pragma once

#include "kernels/cuda/multi_gpu/multi_gpu_spmv.h"
#include "kernels/operations/cg.h"

#include <memory>

namespace warploom::kernels {

/// Binds `cg` (individual launches) and `cg-fused` (graphs if they are faster) over ranks, with the exchange that makes
/// an iteration fastest. Errors: those of binding the product; "kernel.refused" for methods that require the whole
/// matrix; "cg.preconditioner" if a factor of a rank's block does not exist.
std::unique_ptr<BoundCg> bind_multi_gpu_cg(const RankCrews& crews, const BindRequest& request,
                                           const CudaEntry& product);
/// Throws only the "kernel.refused" errors. Does not need a product.
void require_multi_gpu_cg(const std::string& method, const CgInput& input);

} // namespace warploom::kernels
