#pragma once

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
                    "IC(0) is a factorization of symmetric matrices, and bicgstab is for those that are not.",
                    "Take ilu0 or jacobi, or the method cg with ic0.");
}

/// How the numbers end where the method can go no further.
inline std::string bicgstab_breakdown() {
    return "The residual has no part left along the one that the method began with";
}

} // namespace warploom::kernels
