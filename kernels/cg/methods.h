#pragma once

#include "kernels/machine/registry.h"
#include "kernels/machine/simulated_kernels.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// `cg` over a product that is bound on the host, or on the simulated GPU (plain, or traced where `tracer` is given).
std::unique_ptr<BoundCg> bind_host_cg(std::unique_ptr<BoundSpmv>, const CgInput&);
std::unique_ptr<BoundCg> bind_simulated_cg(std::unique_ptr<BoundSpmv>, const CgInput&,
                                           simulated::Tracer* tracer = nullptr);

/// The kernels of a text, which know the product's vectors by their names in the product: a trace sees the same memory.
std::unique_ptr<SimulatedKernels> kernels_beside(const char* text, BoundSpmv& product, const CgInput&,
                                                 simulated::Tracer* tracer);

/// `cg-offload` with the product on the simulated GPU: p and A p travel every iteration, all else is the host's.
std::unique_ptr<BoundCg> bind_simulated_offload(std::unique_ptr<BoundSpmv>, const CgInput&);
/// Whichever of the methods, `cg`, `cg-offload` or `bicgstab`, over a product of the simulated GPU.
std::unique_ptr<BoundCg> bind_simulated_method(const std::string& method, std::unique_ptr<BoundSpmv>, const CgInput&,
                                               simulated::Tracer* tracer = nullptr);

/// The methods as kernels of the host and of the simulated GPU.
std::vector<HostEntry> host_cg_entries();
std::vector<SimulatedEntry> simulated_cg_entries();

} // namespace warploom::kernels
