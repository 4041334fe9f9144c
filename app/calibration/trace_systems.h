#pragma once

#include "app/calibration/fit.h"

#include <optional>
#include <string>

namespace warploom::app {

/// Traces a tridiagonal solver from cerny2011. Errors: all errors of load_tridiagonal_system and binding.
TracedCase trace_tridiagonal_case(const CellRun& run, const simulated::Card& card);

struct Shape {
    std::int64_t rows = 0, cols = 0;
};
/// Returns the shape of `dense:rows=M,cols=N`, which can be traced without generating the matrix; empty for other
/// names.
std::optional<Shape> shape_of(const std::string& input);

/// Returns whether the mapping from blocks to tiles of C is known for this kernel, so that a few blocks can represent
/// all of them. Returns false for user-written kernels.
bool knows_tiles_of(const std::string& kernel);
/// Traces a kernel for which knows_tiles_of() returns true, for C = AᵀA with an input `dense:rows=M,cols=N` of any
/// size. Only the traced blocks run, on a small number of rows. Errors: "fit.shape", "kernel.unknown", "memory.limit".
TracedCase trace_ata_case(const CellRun& run, const simulated::Card& card);

} // namespace warploom::app
