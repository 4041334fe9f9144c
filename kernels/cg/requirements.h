#pragma once

#include "engine/error.h"
#include "kernels/machine/machine.h"
#include "kernels/operations/cg.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Checks the requirements that all solvers have in common; returns the order of the matrix. Errors: "matrix.shape"
/// unless the matrix is square; "kernel.format" if the product computes in another precision.
inline std::int64_t require_cg_input(const CgInput& input) {
    const std::int64_t rows = input.format != nullptr ? input.format->rows : input.matrix->rows;
    const std::int64_t cols = input.format != nullptr ? input.format->cols : input.matrix->cols;
    if (rows != cols)
        throw Error("matrix.shape",
                    "The conjugate gradient method needs a square matrix; this one has " + std::to_string(rows) +
                        " rows and " + std::to_string(cols) + " columns.",
                    "Choose a symmetric positive definite matrix.");
    if (input.format != nullptr && input.format->precision != input.precision)
        throw Error("kernel.format", "The product's matrix is not in the precision of the solver.",
                    "Convert the matrix in the precision of the solver.");
    return rows;
}

/// Errors: "vector.length".
inline void require_length(const std::vector<double>& values, std::int64_t n, const char* name) {
    if (static_cast<std::int64_t>(values.size()) != n)
        throw Error("vector.length",
                    std::string("The vector ") + name + " has " + std::to_string(values.size()) +
                        " entries, but the matrix has " + std::to_string(n) + " rows.",
                    "Give it one entry for each row.");
}

} // namespace warploom::kernels
