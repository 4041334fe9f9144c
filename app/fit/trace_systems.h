#pragma once

#include "app/fit/fit.h"

namespace warploom::app {

/// A solver of cerny2011. Errors: those of load_tridiagonal_system and binding.
TracedCase trace_tridiagonal_case(const FitCase& fit_case, const simulated::Card& card);

/// Whether it is known how the kernel covers C, so that some of its blocks can stand for all: not of everyone's files.
bool knows_tiles_of(const std::string& kernel);
/// Such a kernel of C = AᵀA, for a shape `dense:rows=M,cols=N` of any size: only the traced blocks run, over few rows.
/// Errors: "fit.shape", "kernel.unknown", "memory.limit".
TracedCase trace_ata_case(const FitCase& fit_case, const simulated::Card& card);

} // namespace warploom::app
