#pragma once

#include "app/trace/trace.h"

#include <memory>

namespace warploom::app {

/// Validates trace settings before any conversion. Errors: "kernel.unknown"; "kernel.switch"; "kernel.machine" for a
/// host kernel, a vendor kernel, or a kernel that the card does not support; "kernel.block"; "trace.sample".
void check_trace_settings(Operation operation, const TraceSettings& settings);

/// Validates the settings and calls trace_subject(). Errors: any error from check_trace_settings; "cancelled" within
/// about 0.1 s after cancellation.
Trace trace_kernel(const TraceSubject& subject, const TraceSettings& settings, const Progress& progress = {});

/// Traces y = A x. `format` is the result of make_format, or null to convert `matrix`. All elements of x are 1, because
/// memory addresses do not depend on x. Errors: any error from trace_kernel or make_format; "matrix.unsupported".
Trace trace_spmv(const Matrix& matrix, const TraceSettings& settings, const Progress& progress = {},
                 std::shared_ptr<const kernels::HostFormat> format = nullptr);

} // namespace warploom::app
