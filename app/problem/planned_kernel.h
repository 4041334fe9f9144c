#pragma once

#include "kernels/machine/machine.h"

#include <string>

namespace warploom::app {

/// A kernel as specified for a run, including its switches (`tiled@none`) or its SpMV kernel (`cg:ell`).
struct PlannedKernel {
    std::string name;
    const kernels::KernelInfo* info;    ///< description of the kernel; for CG, description of the CG method
    const kernels::KernelInfo* product; ///< description of the SpMV kernel for a CG method, otherwise null

    bool takes_block() const;
    /// Returns a sentence that explains why the machine does not support the kernel; empty if it does.
    std::string why_not_on(const kernels::Machine& machine) const;
};

/// Returns the description of the kernel with this ID. Errors: "kernel.unknown", with a list of the kernels.
const kernels::KernelInfo& require_known(Operation operation, const std::string& id);

/// Returns whether a CG method can be combined with an SpMV kernel.
bool takes_product(const kernels::KernelInfo& method);

} // namespace warploom::app
