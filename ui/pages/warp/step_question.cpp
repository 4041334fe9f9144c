#include "ui/pages/warp/step_question.h"

#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <bit>

namespace warploom::ui {

namespace {

using simulated::Space;

int lanesOf(const WarpAnalysis& analysis, int step) {
    return std::popcount(analysis.trace().steps[static_cast<std::size_t>(step)].active.bits);
}

/// Returns the previous step at the same source line, or -1.
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
        Text::tr("%1 line %2")
            .arg(source != nullptr ? toQString(source->title) : toQString(site.file).section(QLatin1Char('/'), -1))
            .arg(site.line);
    const QString array = toQString(trace.array_of(step));
    const int lanes = lanesOf(analysis, step), before = lastOfSite(trace, step);
    const int services = analysis.cost(step).services();
    const bool other_lanes = before >= 0 && lanesOf(analysis, before) != lanes;
    if (other_lanes)
        return StepQuestion{Text::tr("%1: %2 lanes were active here last time. How many are active now?")
                                .arg(where)
                                .arg(lanesOf(analysis, before)),
                            lanes};
    if (before >= 0 && analysis.cost(before).services() == services) return std::nullopt;
    if (services == 0) return StepQuestion{Text::tr("%1: how many of the 32 lanes are active?").arg(where), lanes};
    if (site.space == Space::shared)
        return StepQuestion{Text::tr("%1: %2 lanes access %3 in shared memory. How many bank passes are needed?")
                                .arg(where)
                                .arg(lanes)
                                .arg(array),
                            services};
    const QString what =
        site.access == simulated::Access::load
            ? Text::tr("%1: %2 lanes load %3 (%4 bytes each). How many memory transactions does this take?")
            : Text::tr("%1: %2 lanes store %3 (%4 bytes each). How many memory transactions does this take?");
    return StepQuestion{what.arg(where).arg(lanes).arg(array).arg(site.element_bytes), services};
}

} // namespace warploom::ui
