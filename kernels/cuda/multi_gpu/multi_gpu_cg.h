#pragma once

#include "kernels/cuda/multi_gpu/multi_gpu_spmv.h"
#include "kernels/operations/cg.h"

#include <memory>

namespace warploom::kernels {

/// `cg` (launched) and `cg-fused` (from a graph, where that is quicker) over ranks.
/// Errors: those of binding the product; "kernel.refused" for methods that take the whole matrix,
/// "cg.preconditioner" where a factor of a rank's own block cannot be made.
/// With the exchange that makes an iteration fastest.
std::unique_ptr<BoundCg> bind_multi_gpu_cg(const RankCrews& crews, const BindRequest& request,
                                           const CudaEntry& product);
/// The refusals alone, which need no product.
void require_multi_gpu_cg(const std::string& method, const CgInput& input);

} // namespace warploom::kernels
