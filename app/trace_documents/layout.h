#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/density.h"
#include "engine/protocol/messages/layout.h"
#include "kernels/machine/machine.h"

#include <string>

namespace warploom::app {

constexpr std::int64_t largest_layout_window = 16;

/// Returns the arrays of all formats for a window of the matrix, element by element. If `kernel` is not empty, also
/// returns the thread of this kernel that reads each nonzero on the simulated GPU (see "The document of layout" in
/// docs/protocol.md). Errors: "matrix.unsupported", "layout.window", "kernel.unknown", "kernel.block".
protocol::Layout layout_of(const Matrix& matrix, Precision precision, const MatrixWindow& window,
                           const std::string& kernel, int block);

CsrMatrix cut_out(const CsrMatrix& matrix, const MatrixWindow& window);

} // namespace warploom::app
