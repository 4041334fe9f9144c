#pragma once

#include "app/calibration/fit.h"

#include <optional>
#include <string>

namespace warploom::app {

/// Traces a tridiagonal solver from Cerny (2011). Errors: any error from load_tridiagonal_system or binding.
TracedCase trace_tridiagonal_case(const CellRun& run, const simulated::Card& card);

struct Shape {
    std::int64_t rows = 0, cols = 0;
};
/// Returns the shape of the matrix `dense:rows=M,cols=N`, which can be traced without generating the matrix. Returns
/// std::nullopt for other names.
std::optional<Shape> shape_of(const std::string& input);

/// Returns whether the mapping of the kernel's blocks to tiles of C is known. If so, tracing a few blocks is
/// sufficient. Returns false for user-written kernels.
bool knows_tiles_of(const std::string& kernel);
/// Traces a kernel for C = AᵀA with an input `dense:rows=M,cols=N` of any size. Requires knows_tiles_of(kernel). Only
/// the traced blocks run, and only on a small number of rows. Errors: "fit.shape", "kernel.unknown", "memory.limit".
TracedCase trace_ata_case(const CellRun& run, const simulated::Card& card);

} // namespace warploom::app
