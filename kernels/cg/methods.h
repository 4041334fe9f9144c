#pragma once

#include "engine/simulated/tracer.h"
#include "kernels/machine.h"

#include <memory>
#include <vector>

namespace warploom::kernels {

/// The conjugate gradient methods; each runs over the products of spmv_kernels(), but for those whose `format` says
/// that they bring their own.
const std::vector<KernelInfo>& cg_methods();

/// `cg` over a product that is bound on the host, or on the simulated GPU (plain, or traced where `tracer` is given).
std::unique_ptr<BoundCg> bind_host_cg(std::unique_ptr<BoundSpmv>, const CgInput&);
std::unique_ptr<BoundCg> bind_simulated_cg(std::unique_ptr<BoundSpmv>, const CgInput&, int block_size,
                                           simulated::Tracer* tracer = nullptr);

} // namespace warploom::kernels
