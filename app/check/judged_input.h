#pragma once

#include "app/check/test_inputs.h"
#include "app/operations/operation.h"
#include "kernels/machine/bind_request.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// An input prepared for checking a kernel source.
struct JudgedInput {
    TraceInput traced;
    std::shared_ptr<const Matrix> matrix;            ///< null for dense and tridiagonal inputs
    std::shared_ptr<const TridiagonalSystem> system; ///< likewise
    std::shared_ptr<const DenseMatrix> dense;        ///< likewise
    /// The system before its rows were scaled, which has the same solution. The result is judged by it, because the
    /// residual of a small row is small. Null if no rows were scaled.
    std::shared_ptr<const TridiagonalSystem> unscaled_system;
};

/// Loads a test input and scales its values by 2^power: the values of a matrix, or the solution of a tridiagonal
/// system, whose matrix is scaled by 2^(-power / 2). Also scales every seventh row of a sparse matrix or a tridiagonal
/// system, with its right-hand side, by 2^row_power, and every seventh column by 2^column_power. This exposes kernels
/// that truncate large values, treat small ones as zero, or rely on diagonal dominance. Errors: all errors of
/// OperationSpec::trace_input.
JudgedInput judged_input(Inputs& inputs, Operation operation, const TestInput& input, const TraceSettings& settings,
                         const TraceWays& ways, const Progress& progress);

/// Returns x, or the right-hand side of a triangular system, for the member `x` of a test input; random numbers if it is
/// empty.
std::vector<double> vector_of(const std::string& x, std::int64_t count);

/// Returns the input that a kernel is bound to.
kernels::OperationInput bound_input(const JudgedInput& input, Operation operation, const TraceSettings& settings);

} // namespace warploom::app
