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

/// Binds BiCGSTAB over a product, for matrices that need not be symmetric. An iteration consists of two products and
/// two applications of the preconditioner. A CgState holds only x and r for this method; set_state() restarts it from
/// that residual.
/// Errors: "kernel.refused" for IC(0), which requires a symmetric matrix; those of require_cg_input and of the
/// preconditioners.
std::unique_ptr<BoundCg> bind_host_bicgstab(std::unique_ptr<BoundSpmv>, const CgInput&);
/// As bind_host_bicgstab, on the simulated GPU; traced if `tracer` is not null.
std::unique_ptr<BoundCg> bind_simulated_bicgstab(std::unique_ptr<BoundSpmv>, const CgInput&, simulated::Tracer* tracer);

inline void require_bicgstab_input(const CgInput& input) {
    if (input.preconditioner == Preconditioner::ic0)
        throw Error("kernel.refused",
                    "IC(0) is a factorization of symmetric matrices, and bicgstab is for those that are not.",
                    "Take ilu0 or jacobi, or the method cg with ic0.");
}

/// Returns the explanation of a breakdown.
inline std::string bicgstab_breakdown() {
    return "The residual has no part left along the one that the method began with";
}

} // namespace warploom::kernels
