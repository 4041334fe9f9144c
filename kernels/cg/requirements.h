#pragma once

#include "engine/error.h"
#include "engine/sentence.h"
#include "kernels/machine/machine.h"
#include "kernels/operations/cg.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Checks the common requirements of all iterative solvers, and returns the number of rows. Errors: "matrix.shape" if
/// the matrix is not square; "kernel.format" if the matrix-vector product uses a different precision.
inline std::int64_t require_cg_input(const CgInput& input) {
    const std::int64_t rows = input.format != nullptr ? input.format->rows : input.matrix->rows;
    const std::int64_t cols = input.format != nullptr ? input.format->cols : input.matrix->cols;
    if (rows != cols)
        throw Error(
            "matrix.shape",
            sentence("The conjugate gradient method requires a square matrix, but the matrix is {rows} x {cols}.",
                     {{"rows", rows}, {"cols", cols}}),
            sentence("Choose a symmetric positive definite matrix."));
    if (input.format != nullptr && input.format->precision != input.precision)
        throw Error("kernel.format", sentence("The matrix of the product and the solver have different precisions."),
                    sentence("Convert the matrix to the precision of the solver."));
    return rows;
}

/// Throws Error("vector.length") unless the vector has n elements.
inline void require_length(const std::vector<double>& values, std::int64_t n, const char* name) {
    if (static_cast<std::int64_t>(values.size()) != n)
        throw Error("vector.length",
                    sentence("The vector {vector} has {entries} {entries:entry|entries}, but the matrix has {rows} "
                             "{rows:row|rows}.",
                             {{"vector", name}, {"entries", values.size()}, {"rows", n}}),
                    sentence("The vector needs one entry for each row."));
}

} // namespace warploom::kernels
