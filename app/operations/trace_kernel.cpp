#include "app/operations/trace_kernel.h"

#include "app/operations/spmv.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simulated/card_limits.h"
#include "kernels/registry/simulated_machine.h"
#include "kernels/sources/text_of_kernel.h"

namespace warploom::app {

namespace {

std::string why_untraceable(const kernels::KernelInfo& kernel) {
    if (kernel.runs_on == RunsOn::host) return sentence("Host kernels do not run on a simulated GPU.");
    const std::string id = kernel.id;
    const bool is_vendors = id.find("cusparse") != std::string::npos || id.find("cublas") != std::string::npos;
    return is_vendors ? sentence("This kernel is compiled code from a vendor library.")
                      : sentence("This kernel runs only on real GPUs.");
}

} // namespace

void check_trace_settings(Operation operation, const TraceSettings& settings) {
    const PlannedKernel kernel = spec_of(operation).plan(settings.kernel);
    for (const auto* part : {kernel.info, kernel.product})
        if (part != nullptr && (part->runs_on == RunsOn::host || part->runs_on == RunsOn::cuda))
            throw Error("kernel.machine",
                        sentence("Kernel '{kernel}' cannot be traced. {reason}",
                                 {{"kernel", std::string(part->id)}, {"reason", why_untraceable(*part)}}),
                        sentence("Kernels that can be traced: {kernels}.",
                                 {{"kernels", spec_of(operation).traceable_kernels()}}));
    for (const auto* part : {kernel.info, kernel.product})
        if (part != nullptr) kernels::require_file_runs_on(part->id, settings.card);
    if (settings.precision == Precision::float64 && capability_of(settings.card) < 1.3)
        refuse_card(operation, settings, sentence("double-precision instructions"), "1.3");
    kernels::require_block(settings.block);
    for (const auto* part : {kernel.info, kernel.product})
        if (part != nullptr) kernels::require_block_on(*part, settings.block, simulated::limits_of(settings.card));
    if (settings.sample < TraceSettings::all_blocks)
        throw Error("trace.sample",
                    sentence("A sample of {n} {n:block|blocks} cannot be traced.", {{"n", settings.sample}}),
                    sentence("Enter \"all\" or the maximum number of blocks per launch."));
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
