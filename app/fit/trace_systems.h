#pragma once

#include "app/fit/fit.h"

namespace warploom::app {

/// A solver of cerny2011. Errors: those of load_tridiagonal_system and binding.
TracedCase trace_tridiagonal_case(const FitCase& fit_case, const simulated::Card& card);

/// A kernel of the AᵀA report, for a shape `dense:rows=M,cols=N` of any size: nothing of size M x N is filled, and only the
/// traced blocks run. Errors: "fit.shape", "kernel.unknown".
TracedCase trace_ata_case(const FitCase& fit_case, const simulated::Card& card);

} // namespace warploom::app
