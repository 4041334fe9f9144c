#pragma once

#include "kernels/machine/registry.h"
#include "kernels/machine/simulated_kernels.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Binds `cg` to a matrix-vector product on the host or on the simulated GPU. Traces launches if `tracer` is not null.
std::unique_ptr<BoundCg> bind_host_cg(std::unique_ptr<BoundSpmv>, const CgInput&);
std::unique_ptr<BoundCg> bind_simulated_cg(std::unique_ptr<BoundSpmv>, const CgInput&,
                                           simulated::Tracer* tracer = nullptr);

/// Compiles the kernels in a CUDA C source file. The product's arrays keep their names, so a trace shows p and A p as x
/// and y.
std::unique_ptr<SimulatedKernels> kernels_beside(const char* text, BoundSpmv& product, const CgInput&,
                                                 simulated::Tracer* tracer);

/// Binds `cg-offload` to a matrix-vector product on the simulated GPU. Every iteration copies p and A p; the host
/// computes the rest.
std::unique_ptr<BoundCg> bind_simulated_offload(std::unique_ptr<BoundSpmv>, const CgInput&);
/// Binds `method` (`cg`, `cg-offload` or `bicgstab`) to a matrix-vector product on the simulated GPU.
std::unique_ptr<BoundCg> bind_simulated_method(const std::string& method, std::unique_ptr<BoundSpmv>, const CgInput&,
                                               simulated::Tracer* tracer = nullptr);

/// Returns the entries of the iterative solvers for the host or the simulated GPU.
std::vector<HostEntry> host_cg_entries();
std::vector<SimulatedEntry> simulated_cg_entries();

} // namespace warploom::kernels
