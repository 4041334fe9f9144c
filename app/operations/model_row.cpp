#include "app/operations/model_row.h"

#include "app/operations/trace_kernel.h"
#include "engine/error.h"
#include "engine/format_number.h"

#include <cmath>

namespace warploom::app {

namespace {

/// Value slots up to which every block is traced. A run includes many kernels, so it counts fewer blocks of a large
/// matrix than a single trace.
constexpr std::int64_t slots_standard = 8'000'000, slots_quick = 2'000'000;

} // namespace

ValidationFailure failure_of(const std::vector<simulated::Finding>& findings) {
    const std::size_t more = findings.size() - 1;
    return {"result.finding",
            std::string(to_string(findings.front().kind)) + ": " + findings.front().sentence +
                (more == 0 ? "" : " And " + std::to_string(more) + (more == 1 ? " mistake more." : " mistakes more.")),
            "docs/write-a-kernel.md says what helps; `trace` lists all of them."};
}

Trace model_row(Row& row, const simulated::Card& card, const TraceSubject& subject, const RunContext& context) {
    TraceSettings wanted{{row.kernel, card, row.precision, context.block_of(row)}};
    wanted.cache = context.settings.cache;
    wanted.slots_traced_whole = context.settings.quick ? slots_quick : slots_standard;
    wanted.with_start = subject.operation != Operation::cg; // an iteration is part of a call
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
    const auto remark = [&](const std::string& text) { row.detail += (row.detail.empty() ? "" : "; ") + text; };
    if (!trace.preparation.launches.empty()) {
        row.conversion_ns = (std::isfinite(row.conversion_ns) ? row.conversion_ns : 0) + trace.preparation.model.ns;
        remark("the conversion includes prepare, as modelled");
    }
    if (model.traced_share < 1) {
        remark("modelled from " + percent(model.traced_share) + " of the blocks");
        if (model.halves_differ) remark("two halves of them differ by " + percent(*model.halves_differ));
    }
    return trace;
}

} // namespace warploom::app
