#include "ui/components/warp/step_question.h"

#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <bit>

namespace warploom::ui {

namespace {

using simulated::Space;

int lanesOf(const WarpAnalysis& analysis, int step) {
    return std::popcount(analysis.trace().steps[static_cast<std::size_t>(step)].active.bits);
}

/// Returns the previous step of the trace at the same source line, or -1 if there is none.
int lastOfSite(const protocol::WarpDocument& trace, int step) {
    const int site = trace.steps[static_cast<std::size_t>(step)].site;
    for (int s = step - 1; s >= 0; --s)
        if (trace.steps[static_cast<std::size_t>(s)].site == site) return s;
    return -1;
}

} // namespace

std::optional<StepQuestion> stepQuestion(const WarpAnalysis& analysis, int step) {
    const protocol::WarpDocument& trace = analysis.trace();
    if (step < 0 || step >= trace.step_count()) return std::nullopt;
    const protocol::WarpSite& site = trace.site_of(step);
    const protocol::WarpSource* const source = trace.source_of(site.file);
    const QString where =
        Text::tr("%1, line %2")
            .arg(source != nullptr ? toQString(source->title) : toQString(site.file).section(QLatin1Char('/'), -1))
            .arg(site.line);
    const QString array = toQString(trace.array_of(step));
    const int lanes = lanesOf(analysis, step), before = lastOfSite(trace, step);
    const int services = analysis.cost(step).services();
    const bool other_lanes = before >= 0 && lanesOf(analysis, before) != lanes;
    if (other_lanes)
        return StepQuestion{Text::tr("%1: %n lanes were active the last time this line ran. How many are active now?",
                                     nullptr, lanesOf(analysis, before))
                                .arg(where),
                            lanes};
    if (before >= 0 && analysis.cost(before).services() == services) return std::nullopt;
    if (services == 0) return StepQuestion{Text::tr("%1: how many of the 32 lanes are active?").arg(where), lanes};
    if (site.space == Space::shared)
        return StepQuestion{
            Text::tr("%1: %n lanes access %2 in shared memory. How many shared-memory wavefronts are needed?", nullptr,
                     lanes)
                .arg(where, array),
            services};
    const QString what =
        site.access == simulated::Access::load
            ? Text::tr("%1: %n lanes load %2 (%3 bytes each). How many memory transactions does this take?", nullptr,
                       lanes)
            : Text::tr("%1: %n lanes store %2 (%3 bytes each). How many memory transactions does this take?", nullptr,
                       lanes);
    return StepQuestion{what.arg(where, array).arg(site.element_bytes), services};
}

} // namespace warploom::ui
