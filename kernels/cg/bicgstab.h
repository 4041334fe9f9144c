#pragma once

#include "engine/sentence.h"
#include "kernels/machine/machine.h"
#include "kernels/operations/cg.h"
#include "kernels/operations/spmv.h"

#include <memory>
#include <string>

namespace warploom::simulated {
class Tracer;
}

namespace warploom::kernels {

/// BiCGSTAB over a product, for matrices that need not be symmetric. An iteration is two products, and two applications of
/// the preconditioner. Its state is that of the conjugate gradient method, but for what it has beside it: where a state is
/// set, the method begins anew from its residual.
/// Errors: "kernel.refused" for IC(0), which is for symmetric matrices; those of require_cg_input and preconditioners.
std::unique_ptr<BoundCg> bind_host_bicgstab(std::unique_ptr<BoundSpmv>, const CgInput&);
/// On the simulated GPU, plain, or traced where `tracer` is given.
std::unique_ptr<BoundCg> bind_simulated_bicgstab(std::unique_ptr<BoundSpmv>, const CgInput&, simulated::Tracer* tracer);

inline void require_bicgstab_input(const CgInput& input) {
    if (input.preconditioner == Preconditioner::ic0)
        throw Error("kernel.refused",
                    sentence("IC(0) requires a symmetric matrix, so it is not available for bicgstab."),
                    sentence("Use ilu0 or jacobi, or the method cg with ic0."));
}

/// Returns the reason for a breakdown of the method, as a sentence.
inline std::string bicgstab_breakdown() {
    return sentence("The residual has become orthogonal to the initial residual.");
}

} // namespace warploom::kernels
