#pragma once

#include "kernels/machine/machine.h"

#include <string>

namespace warploom::app {

/// A kernel as a run names it: with its switches (`tiled@none`), or with its product (`cg:ell`).
struct PlannedKernel {
    std::string name;                   ///< as it is shown
    const kernels::KernelInfo* info;    ///< of the kernel, or of the method
    const kernels::KernelInfo* product; ///< of cg over a product, else null

    bool takes_block() const;
    /// A sentence why the machine does not run it; empty when it does.
    std::string why_not_on(const kernels::Machine& machine) const;
};

/// Errors: "kernel.unknown" with the list of those that exist.
const kernels::KernelInfo& require_known(Operation operation, const std::string& id);

/// Whether a method runs over a product that is named with it.
bool takes_product(const kernels::KernelInfo& method);

} // namespace warploom::app
