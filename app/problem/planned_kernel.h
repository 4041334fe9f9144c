#pragma once

#include "kernels/machine/machine.h"

#include <string>

namespace warploom::app {

/// A kernel as named in a run, including its switches (`tiled@none`) or its SpMV kernel (`cg:ell`).
struct PlannedKernel {
    std::string name;                   ///< display name
    const kernels::KernelInfo* info;    ///< description of the kernel or, for cg, of the method
    const kernels::KernelInfo* product; ///< the SpMV kernel of a cg method, otherwise null

    bool takes_block() const;
    /// Returns a sentence that explains why the machine cannot run the kernel; empty if it can.
    std::string why_not_on(const kernels::Machine& machine) const;
};

/// Returns a kernel by ID. Errors: "kernel.unknown" with the list of kernels.
const kernels::KernelInfo& require_known(Operation operation, const std::string& id);

/// Returns whether a method can be combined with an SpMV kernel.
bool takes_product(const kernels::KernelInfo& method);

} // namespace warploom::app
