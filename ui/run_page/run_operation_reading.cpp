// The lines in plain words under the charts that belong to one operation.
#include "ui/number_text.h"
#include "ui/qt_text.h"
#include "ui/run_page/operations.h"
#include "ui/run_page/run_lines.h"
#include "ui/run_page/run_scaling.h"
#include "ui/words.h"

#include <cmath>

namespace warploom::ui {
namespace {

double residual_of(const RunResult& r) {
    const auto* own = r.own<wire::TridiagonalResult>();
    return own != nullptr ? own->residual : no_figure;
}

QString tridiagonalText(const std::vector<RunLine>& lines) {
    const RunResult *best = nullptr, *worst = nullptr;
    int failed = 0;
    for (const RunLine& line : lines) {
        const RunResult& r = *line.result;
        if (r.status == wire::RowStatus::wrong) ++failed;
        if (!std::isfinite(residual_of(r))) continue;
        if (best == nullptr || residual_of(r) < residual_of(*best)) best = &r;
        if (worst == nullptr || residual_of(r) > residual_of(*worst)) worst = &r;
    }
    if (best == nullptr)
        return failed > 0 ? words("No method solved this system; the reasons stand on the rows.") : QString();
    QString text = words("%1 is closest: its residual is %2.").arg(qt(best->kernel), numberText(residual_of(*best), 2));
    if (worst != best) text += words(" That of %1 is %2.").arg(qt(worst->kernel), numberText(residual_of(*worst), 2));
    if (failed > 0) text += words(" %1 of the methods failed on this matrix (◀ or ✕).").arg(failed);
    return text;
}

QString cgText(const std::vector<RunLine>& lines, bool whole) {
    const RunResult* quickest = nullptr;
    QString failed;
    int converged = 0, all = 0;
    for (const RunLine& line : lines) {
        const RunResult& r = *line.result;
        const auto* cg = r.own<wire::CgResult>();
        if (cg == nullptr) continue;
        ++all;
        if (cg->state == "converged") {
            ++converged;
            const bool better = quickest == nullptr || cg->solve_ns < quickest->own<wire::CgResult>()->solve_ns;
            if (std::isfinite(cg->solve_ns) && better &&
                (quickest == nullptr || quickest->is_modelled() == r.is_modelled()))
                quickest = &r;
        } else if (failed.isEmpty()) {
            failed = words(" %1: %2").arg(qt(r.kernel), qt(cg->sentence.empty() ? cg->state : cg->sentence));
        }
    }
    if (all == 0) return {};
    QString text = words("%1 of %2 converged.").arg(converged).arg(all);
    if (whole && quickest != nullptr)
        text += words(" The quickest, %1, takes %2 for %3 iterations%4.")
                    .arg(qt(quickest->kernel), timeText(quickest->own<wire::CgResult>()->solve_ns),
                         countText(quickest->own<wire::CgResult>()->iterations),
                         quickest->is_modelled() ? words(" (modelled)") : QString());
    if (!whole) text += words(" Lines: the residual that the method carries along; hollow: recomputed from x.");
    return text + failed;
}

QString copiesText(const std::vector<RunLine>& lines) {
    const RunResult* top = nullptr;
    double most = 0;
    for (const RunLine& line : lines) {
        const RunResult& r = *line.result;
        const auto* own = r.own<wire::TridiagonalResult>();
        if (own == nullptr || r.is_modelled()) continue;
        const double ratio = own->with_copies_ns / r.time.median;
        if (std::isfinite(ratio) && ratio > most) {
            most = ratio;
            top = &r;
        }
    }
    if (top == nullptr) return words("Nothing is copied here: host methods work where the data are.");
    return words("With its data carried there and x carried back, %1 takes %2 times as long.")
        .arg(qt(top->kernel), numberText(most, 3));
}

QString ladderText(const ShownRuns& runs) {
    const Table table = operationTable(RunChart::ladder, runs);
    if (table.rows.empty()) return {};
    double largest = 0, all = no_figure;
    std::string step;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const double gain = table.number(r, table.column("times_the_rung_before"));
        if (std::isfinite(gain) && gain > largest) {
            largest = gain;
            step = table.text(r, table.column("switches"));
        }
        if (table.number(r, table.column("rung")) == static_cast<double>(ataSwitches().size()))
            all = table.number(r, table.column("times_none"));
    }
    if (!std::isfinite(all)) return words("Press \"Add them one by one\" at the left to climb from none to all.");
    return words("All five together: %1 times as fast as none. The largest step is \"%2\": %3 times.")
        .arg(numberText(all, 3), QString::fromStdString(step), numberText(largest, 3));
}

} // namespace

QString operationReading(RunChart chart, const ShownRuns& runs) {
    if (chart == RunChart::scaling) return scalingReading(runs);
    const QString operation = runOperation(runs);
    const std::vector<RunLine> lines = runLines(runs, false);
    if (lines.empty() || !hasRunChart(chart, operation)) return {};
    const bool cg = operation == QLatin1String("cg");
    if (chart == RunChart::residual) return cg ? cgText(lines, false) : tridiagonalText(lines);
    if (chart == RunChart::whole) return cg ? cgText(lines, true) : copiesText(lines);
    return ladderText(runs);
}

} // namespace warploom::ui
