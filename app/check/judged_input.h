#pragma once

#include "app/check/test_inputs.h"
#include "app/operations/operation.h"
#include "engine/declared/expected.h"
#include "kernels/machine/bind_request.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// A test input after loading and scaling.
struct JudgedInput {
    TraceInput traced;
    /// The input itself. Only the pointers that the operation needs are set.
    std::shared_ptr<const Matrix> matrix;
    std::shared_ptr<const TridiagonalSystem> system;
    std::shared_ptr<const DenseMatrix> dense;
    /// The original system if rows were scaled; otherwise null. It has the same solution as the scaled system. Results
    /// are checked against it, because the residual of a row that was scaled to small values is always small.
    std::shared_ptr<const TridiagonalSystem> unscaled_system;
    std::shared_ptr<const declared::DeclaredInput> values;
    std::shared_ptr<const declared::ExpectedResults> expected;
};

/// Loads a test input and scales it by 2^power. In a matrix, the values are scaled. In a tridiagonal system, the
/// solution is scaled by 2^power and the matrix by 2^(-power / 2). Every seventh row of a sparse matrix or tridiagonal
/// system is also scaled by 2^row_power, together with its right-hand side, and every seventh column by 2^column_power.
/// Scaling exposes kernels that truncate large values, treat small values as zero, or rely on diagonal dominance.
/// Errors: any error from OperationSpec::trace_input.
JudgedInput judged_input(Inputs& inputs, Operation operation, const TestInput& input, const TraceSettings& settings,
                         const TraceWays& ways, const Progress& progress);

/// Returns the vector that the member `x` of a test input specifies: the vector x of a product, or the right-hand side
/// of a triangular system. If `x` is empty, the vector contains random numbers.
std::vector<double> vector_of(const std::string& x, std::int64_t count);

/// Returns the test input in the form required for binding a kernel.
kernels::OperationInput bound_input(const JudgedInput& input, Operation operation, const TraceSettings& settings);

} // namespace warploom::app
