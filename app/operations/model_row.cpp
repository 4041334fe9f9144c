#include "app/operations/model_row.h"

#include "app/operations/trace_kernel.h"
#include "app/problem/problem.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/sentence.h"

#include <cmath>

namespace warploom::app {

namespace {

/// Matrices with at most this many stored values are traced completely. For larger matrices, only a sample of the
/// blocks is traced. The sample is smaller than for tracing a single kernel, because a run includes many kernels.
constexpr std::int64_t slots_standard = 8'000'000, slots_quick = 2'000'000;

} // namespace

ValidationFailure failure_of(const std::vector<simulated::Finding>& findings) {
    const std::size_t more = findings.size() - 1;
    const std::string first = sentence("{kind}: {finding}", {{"kind", std::string(to_string(findings.front().kind))},
                                                             {"finding", findings.front().sentence}});
    return {"result.finding",
            more == 0 ? first
                      : sentence("{finding} There {more:is|are} {more} more {more:finding|findings}.",
                                 {{"finding", first}, {"more", more}}),
            sentence("`trace` lists all findings. docs/write-a-kernel.md explains how to fix them.")};
}

Trace model_row(Row& row, const simulated::Card& card, const TraceSubject& subject, const RunContext& context) {
    TraceSettings wanted{{row.kernel, card, row.precision, context.block_of(row)}};
    wanted.cache = context.settings.cache;
    wanted.slots_traced_whole = context.settings.quick ? slots_quick : slots_standard;
    wanted.with_start = subject.operation != Operation::cg; // for CG, the model covers one iteration without the setup
    Trace trace = trace_kernel(subject, wanted, context.progress);
    if (!trace.findings.empty()) {
        const ValidationFailure complaint = failure_of(trace.findings);
        throw Error(complaint.code, complaint.sentence, complaint.hint);
    }

    RowModel model;
    model.terms = {trace.model.terms};
    model.binding = trace.model.binding;
    model.traced_share = trace.traced_share();
    model.halves_differ = trace.halves_differ;
    model.error = card.model_error > 0 ? card.model_error : card.measured_error;
    row.model = model;
    row.samples = {measure::Sample{trace.model.ns, 0, 1, false}};
    const auto remark = [&](const std::string& text) { add_remark(row.detail, text); };
    if (!trace.preparation.launches.empty()) {
        row.conversion_ns = (std::isfinite(row.conversion_ns) ? row.conversion_ns : 0) + trace.preparation.model.ns;
        row.conversion_low_ns += trace.preparation.model.ns;
        row.conversion_high_ns += trace.preparation.model.ns;
        remark(sentence("the conversion time includes the modeled time of prepare"));
    }
    if (model.traced_share < 1) {
        remark(sentence("modeled from {share} of the blocks", {{"share", percent(model.traced_share)}}));
        if (model.halves_differ)
            remark(sentence("the two halves of the sampled blocks differ by {difference}",
                            {{"difference", percent(*model.halves_differ)}}));
    }
    return trace;
}

} // namespace warploom::app
