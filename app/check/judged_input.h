#pragma once

#include "app/operations/operation.h"

#include <memory>
#include <string>

namespace warploom::app {

/// An input as a text is judged on it.
struct JudgedInput {
    TraceInput traced;
    std::shared_ptr<const Matrix> matrix;            ///< null for the others
    std::shared_ptr<const TridiagonalSystem> system; ///< likewise
    std::shared_ptr<const DenseMatrix> dense;        ///< likewise
};

/// With `power` the numbers are 2^power times as large: those of a sparse matrix, or of the solution of a tridiagonal
/// system, whose matrix has numbers that are 2^(-power / 2) times as large. So a text shows that cuts off large
/// numbers, or takes small ones for nothing. Of dense matrices there are none. Errors: those of
/// OperationSpec::trace_input.
JudgedInput judged_input(Inputs& inputs, Operation operation, const std::string& name, int power,
                         const TraceSettings& settings, const TraceWays& ways, const Progress& progress);

} // namespace warploom::app
