#pragma once

#include "app/inputs.h"
#include "app/trace_kernel.h"

namespace warploom::app {

/// An input that was loaded to be traced.
struct TraceInput {
    InputInfo info;
    /// What is traced of it: converts where the kernel reads a format. Errors: those of check_trace_settings,
    /// make_format, "kernel.refused".
    std::function<TraceSubject(const Progress&)> subject;
    std::shared_ptr<const Matrix> matrix; ///< of spmv and cg, else null
};

/// Errors: those of Inputs, "matrix.unsupported", "matrix.square".
TraceInput load_trace_input(kernels::Operation operation, const std::string& name, const TraceSettings& settings,
                            Inputs& inputs, const Progress& progress);

} // namespace warploom::app
