#pragma once

#include "app/calibration/fit.h"

#include <optional>
#include <string>

namespace warploom::app {

/// A solver of cerny2011. Errors: those of load_tridiagonal_system and binding.
TracedCase trace_tridiagonal_case(const CellRun& run, const simulated::Card& card);

struct Shape {
    std::int64_t rows = 0, cols = 0;
};
/// Of `dense:rows=M,cols=N`, which need not be made to be traced; absent for other names.
std::optional<Shape> shape_of(const std::string& input);

/// Whether it is known how the kernel covers C, so that some of its blocks can stand for all: not of everyone's files.
bool knows_tiles_of(const std::string& kernel);
/// Such a kernel of C = AᵀA, for a shape `dense:rows=M,cols=N` of any size: only the traced blocks run, over few rows.
/// Errors: "fit.shape", "kernel.unknown", "memory.limit".
TracedCase trace_ata_case(const CellRun& run, const simulated::Card& card);

} // namespace warploom::app
