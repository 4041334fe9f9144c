#pragma once

#include "kernels/machine.h"

#include <string>
#include <vector>

namespace warploom::app {

/// A kernel as a run names it: with its switches (`tiled@none`), or with its product (`cg:ell`).
struct PlannedKernel {
    std::string name;                   ///< as it is shown
    const kernels::KernelInfo* info;    ///< of the kernel, or of the method
    const kernels::KernelInfo* product; ///< of cg over a product, else null

    bool takes_block() const;
    bool takes_threads(kernels::Operation) const;
    /// A sentence why the machine does not run it; empty when it does.
    std::string why_not_on(const kernels::Machine& machine) const;
};

/// Errors: "kernel.unknown" with the list of those that exist, "kernel.switch".
PlannedKernel plan_kernel(kernels::Operation operation, const std::string& name);

/// What is run when nothing is named: all that the machine runs; of cg the plain method over a few products, and the
/// methods with a product of their own.
std::vector<std::string> usual_kernels(kernels::Operation operation, const kernels::Machine& machine);

/// The plainest of the kernels, which speed-ups refer to unless another one is named. `kernels` is not empty.
std::string plainest_of(kernels::Operation operation, const kernels::Machine& machine,
                        const std::vector<std::string>& kernels);

/// Of a method of cg: whether it runs over a product that is named with it.
bool takes_product(const kernels::KernelInfo& cg_method);

} // namespace warploom::app
