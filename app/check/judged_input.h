#pragma once

#include "app/check/test_inputs.h"
#include "app/operations/operation.h"
#include "kernels/machine/bind_request.h"

#include <memory>

namespace warploom::app {

/// An input prepared for checking a kernel source.
struct JudgedInput {
    TraceInput traced;
    std::shared_ptr<const Matrix> matrix;            ///< null for dense and tridiagonal inputs
    std::shared_ptr<const TridiagonalSystem> system; ///< likewise
    std::shared_ptr<const DenseMatrix> dense;        ///< likewise
    /// The system before its rows were scaled. It has the same solution and is used to check the result, because the
    /// residual of a row with small values is always small. Null if no rows were scaled.
    std::shared_ptr<const TridiagonalSystem> unscaled_system;
};

/// Loads a test input and scales it by 2^power. For a matrix, this applies to the values; for a tridiagonal system, to
/// the solution, while its matrix is scaled by 2^(-power / 2). Every seventh row of a sparse matrix or tridiagonal
/// system is also scaled by 2^row_power, together with its right-hand side, and every seventh column by 2^column_power.
/// This exposes kernels that truncate large values, treat small ones as zero, or rely on diagonal dominance. Errors:
/// all errors of OperationSpec::trace_input.
JudgedInput judged_input(Inputs& inputs, Operation operation, const TestInput& input, const TraceSettings& settings,
                         const TraceWays& ways, const Progress& progress);

/// Returns the input to bind a kernel to.
kernels::OperationInput bound_input(const JudgedInput& input, Operation operation, const TraceSettings& settings);

} // namespace warploom::app
