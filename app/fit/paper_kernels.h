#pragma once

#include "engine/simulated/tracer.h"
#include "kernels/machine/machine.h"

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

/// One launch of `naive` or `tiled` (with its switches, all unless named) for an A of these sizes, watched by the tracer. A and C are zeros that take
/// memory only where a block that runs touches them; so the tracer should be told to run none but the traced ones.
/// Errors: "kernel.unknown", "kernel.switch", "memory.limit".
void launch_paper_ata(const std::string& kernel, std::int64_t rows, std::int64_t cols, simulated::Tracer* tracer);

} // namespace warploom::app
