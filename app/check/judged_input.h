#pragma once

#include "app/operations/operation.h"

#include <memory>
#include <string>

namespace warploom::app {

/// An input prepared for checking a kernel source.
struct JudgedInput {
    TraceInput traced;
    std::shared_ptr<const Matrix> matrix;            ///< null for dense and tridiagonal inputs
    std::shared_ptr<const TridiagonalSystem> system; ///< likewise
    std::shared_ptr<const DenseMatrix> dense;        ///< likewise
};

/// Scales the values by 2^power: the values of a sparse matrix, or the solution of a tridiagonal system, whose matrix
/// is scaled by 2^(-power / 2). This exposes kernels that truncate large values or treat small ones as zero. Dense
/// matrices are not scaled. Errors: all errors of OperationSpec::trace_input.
JudgedInput judged_input(Inputs& inputs, Operation operation, const std::string& name, int power,
                         const TraceSettings& settings, const TraceWays& ways, const Progress& progress);

} // namespace warploom::app
