#pragma once

#include "app/trace/trace.h"

#include <memory>

namespace warploom::app {

/// Refuses what cannot be traced, before anything is converted. Errors: "kernel.unknown", "kernel.switch",
/// "kernel.machine" (a host's or the vendor's kernel, or one that the card could not run), "kernel.block",
/// "trace.sample".
void check_trace_settings(Operation operation, const TraceSettings& settings);

/// trace_subject() of settings that make sense.
/// Errors: those of check_trace_settings, "cancelled" within about 0.1 s of tracing.
Trace trace_kernel(const TraceSubject& subject, const TraceSettings& settings, const Progress& progress = {});

/// y = A x. `format` may hold what make_format gave; else the matrix is converted. x is ones: addresses do not depend
/// on it. Errors: those of trace_kernel and make_format, "matrix.unsupported".
Trace trace_spmv(const Matrix& matrix, const TraceSettings& settings, const Progress& progress = {},
                 std::shared_ptr<const kernels::HostFormat> format = nullptr);

} // namespace warploom::app
