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

/// Binds BiCGSTAB, which also solves nonsymmetric systems, to a sparse matrix-vector product on the host. Each
/// iteration consists of two products and two applications of the preconditioner. For BiCGSTAB, a CgState contains only
/// x and r; set_state() restarts the method from the residual r. Errors: "kernel.refused" for IC(0), which requires a
/// symmetric matrix; see also require_cg_input and the preconditioners.
std::unique_ptr<BoundCg> bind_host_bicgstab(std::unique_ptr<BoundSpmv>, const CgInput&);
/// Binds BiCGSTAB to a sparse matrix-vector product on the simulated GPU. Traces launches if `tracer` is not null.
std::unique_ptr<BoundCg> bind_simulated_bicgstab(std::unique_ptr<BoundSpmv>, const CgInput&, simulated::Tracer* tracer);

inline void require_bicgstab_input(const CgInput& input) {
    if (input.preconditioner == Preconditioner::ic0)
        throw Error("kernel.refused",
                    sentence("IC(0) requires a symmetric matrix, so it is not available for bicgstab."),
                    sentence("Use ilu0 or jacobi, or the method cg with ic0."));
}

/// Returns a sentence that explains why BiCGSTAB broke down.
inline std::string bicgstab_breakdown() {
    return sentence("The residual has become orthogonal to the initial residual.");
}

} // namespace warploom::kernels
