#pragma once

#include "engine/simulated/tracer.h"
#include "kernels/machine.h"

#include <memory>
#include <string>

namespace warploom::app {

/// Binds a kernel to the traced simulated GPU as the papers describe it. Where this program's kernel reads several
/// entries ahead (ell, ell-sorted, csr-vector, bcsr), the paper's plain loop stands in for it, with the same name; all
/// others are the program's own.
/// Errors: "kernel.unknown", those of binding.
std::unique_ptr<kernels::BoundSpmv> bind_paper_kernel(const std::string& kernel,
                                                      std::shared_ptr<const kernels::HostFormat> format, int block_size,
                                                      simulated::Tracer* tracer);

} // namespace warploom::app
