#include "app/operations/trace_kernel.h"

#include "app/operations/spmv.h"
#include "engine/error.h"
#include "engine/simulated/card_limits.h"
#include "kernels/registry/simulated_machine.h"
#include "kernels/sources/text_of_kernel.h"

namespace warploom::app {

namespace {

const char* why_untraceable(const kernels::KernelInfo& kernel) {
    if (kernel.runs_on == RunsOn::host) return "it is a loop of the host.";
    const std::string id = kernel.id;
    const bool is_vendors = id.find("cusparse") != std::string::npos || id.find("cublas") != std::string::npos;
    return is_vendors ? "it is compiled code of the vendor's library." : "it is written for real GPUs only.";
}

} // namespace

void check_trace_settings(Operation operation, const TraceSettings& settings) {
    const PlannedKernel kernel = spec_of(operation).plan(settings.kernel);
    for (const auto* part : {kernel.info, kernel.product})
        if (part != nullptr && (part->runs_on == RunsOn::host || part->runs_on == RunsOn::cuda))
            throw Error("kernel.machine",
                        "Kernel '" + std::string(part->id) + "' cannot be traced: " + why_untraceable(*part),
                        "These can: " + spec_of(operation).traceable_kernels() + ".");
    for (const auto* part : {kernel.info, kernel.product})
        if (part != nullptr) kernels::require_file_runs_on(part->id, settings.card);
    if (settings.precision == Precision::float64 && capability_of(settings.card) < 1.3)
        refuse_card(operation, settings, "double precision", "1.3");
    kernels::require_block(settings.block);
    for (const auto* part : {kernel.info, kernel.product})
        if (part != nullptr) kernels::require_block_on(*part, settings.block, simulated::limits_of(settings.card));
    if (settings.sample < TraceSettings::all_blocks)
        throw Error("trace.sample", "A sample of " + std::to_string(settings.sample) + " blocks cannot be traced.",
                    "Write all, or how many blocks of each launch at most.");
}

Trace trace_kernel(const TraceSubject& subject, const TraceSettings& settings, const Progress& progress) {
    check_trace_settings(subject.operation, settings);
    return trace_subject(subject, settings, progress);
}

Trace trace_spmv(const Matrix& matrix, const TraceSettings& settings, const Progress& progress,
                 std::shared_ptr<const kernels::HostFormat> format) {
    require_runnable(matrix);
    check_trace_settings(Operation::spmv, settings);
    if (format == nullptr)
        format = kernels::make_format(require_known(Operation::spmv, settings.kernel).format, matrix.csr,
                                      settings.precision, {}, progress);
    return trace_kernel(spmv_subject(settings.kernel, std::move(format)), settings, progress);
}

} // namespace warploom::app
