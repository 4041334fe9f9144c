#pragma once

#include "kernels/machine/registry.h"

#include <memory>

namespace warploom::kernels {

/// `cg` over a product that is bound on the host, or on the simulated GPU (plain, or traced where `tracer` is given).
std::unique_ptr<BoundCg> bind_host_cg(std::unique_ptr<BoundSpmv>, const CgInput&);
std::unique_ptr<BoundCg> bind_simulated_cg(std::unique_ptr<BoundSpmv>, const CgInput&,
                                           simulated::Tracer* tracer = nullptr);

/// The method as a kernel of the host and of the simulated GPU.
HostEntry host_cg_entry();
SimulatedEntry simulated_cg_entry();

} // namespace warploom::kernels
