#include "ui/components/operations/run_tables.h"

#include "engine/measure/disturbance.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

/// The results with the shortest and the longest time. Measured and modeled results are never ranked together.
struct Extremes {
    const RunResult* best = nullptr;
    const RunResult* worst = nullptr;
    bool isEmpty() const { return best == nullptr; }
    void take(const RunResult& r) {
        if (best == nullptr || r.time.median < best->time.median) best = &r;
        if (worst == nullptr || r.time.median > worst->time.median) worst = &r;
    }
    /// Fills in the placeholders of `of_one` with the name and time of a kernel, or the placeholders of `of_two` with
    /// the names and times of two kernels and the ratio of the times.
    QString filled(const QString& of_one, const QString& of_two) const {
        if (best == worst) return of_one.arg(toQString(best->kernel), timeText(best->time.median));
        return of_two.arg(toQString(best->kernel), timeText(best->time.median), toQString(worst->kernel),
                          timeText(worst->time.median), numberText(worst->time.median / best->time.median, 3));
    }
    QString text() const {
        return filled(Text::tr("%1 takes %2."),
                      Text::tr("%1 is the fastest selected kernel at %2. %3 takes %4, %5 times as long."));
    }
    /// Returns a sentence about measured times that are shown next to modeled times.
    QString measuredText() const {
        return filled(
            Text::tr("Measured (solid): %1 takes %2."),
            Text::tr("Measured (solid): %1 is the fastest selected kernel at %2. %3 takes %4, %5 times as long."));
    }
    QString modelledText() const {
        const QString card = toQString(best->machine).section(QLatin1Char(':'), 1);
        return filled(Text::tr("Modeled for %3 (hatched): %1 takes %2."),
                      Text::tr("Modeled for %6 (hatched): %1 is the fastest selected kernel at %2. %3 takes %4, "
                               "%5 times as long."))
            .arg(card);
    }
};

/// Returns a warning about kernels whose times vary widely, which makes their medians unreliable.
QString scatterText(const std::vector<const RunResult*>& all) {
    QStringList kernels;
    QString widest;
    double least = 0, most = 0;
    for (const RunResult* r : all) {
        if (r->is_modelled() || r->status != RowStatus::ok || !measure::is_scattered(r->time)) continue;
        const QString kernel = toQString(r->kernel);
        if (kernels.isEmpty() || r->time.q3 / r->time.min > most / least) {
            widest = kernel;
            least = r->time.min;
            most = r->time.q3;
        }
        if (!kernels.contains(kernel)) kernels.append(kernel);
    }
    if (kernels.isEmpty()) return {};
    const QString list = kernels.join(QStringLiteral(", ")), from = timeText(least), to = timeText(most);
    if (kernels.size() == 1)
        return Text::tr("The times of %1 vary widely (%2 to %3): other processes were using the CPU. Measure again "
                        "when the machine is idle.")
            .arg(list, from, to);
    return Text::tr("The times of %1 vary widely (%2: %3 to %4): other processes were using the CPU. Measure again "
                    "when the machine is idle.")
        .arg(list, widest, from, to);
}

/// Returns a sentence about the known error of the model.
QString modelErrorText(const Extremes& modelled) {
    const double error = modelled.best->model_error();
    return error > 0
               ? Text::tr("Whiskers: median error of the model on this card (%1%).").arg(numberText(error * 100, 2))
               : Text::tr("Counts are exact. Times have not been validated on this card.");
}

/// Compares the measured and modeled times of kernels that have both. States the difference without interpreting it.
QString differenceText(const std::vector<const RunResult*>& all) {
    for (const RunResult* m : all) {
        if (!m->is_modelled()) continue;
        for (const RunResult* other : all) {
            if (other->is_modelled() || other->kernel != m->kernel || other->block != m->block ||
                other->precision != m->precision || other->matrix != m->matrix)
                continue;
            return Text::tr("The modeled time of %1 is %2 times the time measured on %3.")
                .arg(toQString(m->kernel), numberText(m->time.median / other->time.median, 3),
                     toQString(other->machine));
        }
    }
    return {};
}

/// Returns the result with the largest speedup, excluding the baseline itself.
const RunResult* topOf(const std::vector<const RunResult*>& all, bool modelled) {
    const RunResult* top = nullptr;
    for (const RunResult* r : all)
        if (r->is_modelled() == modelled && std::isfinite(r->speedup_ratio()) && r->kernel != r->speedup->baseline &&
            (top == nullptr || r->speedup_ratio() > top->speedup_ratio()))
            top = r;
    return top;
}

/// Returns a sentence about the modeled speedup. If the kernel is slower than the baseline, states how many times
/// slower.
QString modelledSpeedupText(const RunResult& r, bool loses) {
    const QString card = toQString(r.machine).section(QLatin1Char(':'), 1);
    if (r.speedup->verdict == measure::Comparison::Verdict::cannot_tell)
        return Text::tr("Modeled for %1: %2 and %3 are equally fast within the model's error.")
            .arg(card, toQString(r.kernel), toQString(r.speedup->baseline));
    if (loses)
        return Text::tr("Modeled for %1: %2 is the fastest. The next fastest, %3, takes %4 times as long.")
            .arg(card, toQString(r.speedup->baseline), toQString(r.kernel), numberText(1 / r.speedup->ratio, 3));
    return Text::tr("Modeled for %1: %2 is %3 times as fast as %4.")
        .arg(card, toQString(r.kernel), numberText(r.speedup->ratio, 3), toQString(r.speedup->baseline));
}

QString verdictText(measure::Comparison::Verdict verdict) {
    switch (verdict) {
    case measure::Comparison::Verdict::faster: return Text::tr("faster");
    case measure::Comparison::Verdict::slower: return Text::tr("slower");
    case measure::Comparison::Verdict::same: return Text::tr("the same");
    case measure::Comparison::Verdict::cannot_tell: break;
    }
    return Text::tr("cannot tell");
}

QString speedupText(const std::vector<const RunResult*>& all) {
    const RunResult *const top = topOf(all, false), *const modelled = topOf(all, true);
    const auto loses = [](const RunResult* r) {
        return r->speedup->ratio < 1 && r->speedup->verdict == measure::Comparison::Verdict::slower;
    };
    QStringList text;
    if (top != nullptr && loses(top))
        text << Text::tr("%1 is the fastest. The next fastest, %2, takes %3 times as long.")
                    .arg(toQString(top->speedup->baseline), toQString(top->kernel),
                         numberText(1 / top->speedup->ratio, 3));
    else if (top != nullptr)
        text << Text::tr("%1 is %2 times as fast as %5 (range: %3 to %4) on the same machine (%6 precision, %7 cache). "
                         "Verdict: %8.")
                    .arg(toQString(top->kernel), numberText(top->speedup->ratio, 3), numberText(top->speedup->low, 3),
                         numberText(top->speedup->high, 3), toQString(top->speedup->baseline),
                         QLatin1String(to_string(top->precision)), QLatin1String(to_string(top->time.cache)),
                         verdictText(top->speedup->verdict));
    if (modelled != nullptr) text << modelledSpeedupText(*modelled, loses(modelled));
    if (text.isEmpty())
        return Text::tr(
            "There is no speedup to show because the baseline was not timed or the run contains no other kernel.");
    return paragraph(QStringList{scatterText(all)} + text
                     << Text::tr("Click a bar to use its kernel as the baseline."));
}

/// Returns a sentence pattern that explains why a result has no bar in the limit chart. %1 is the placeholder for the
/// names of the kernels. Returns an empty string if the result has a bar.
QString whyNoLimit(const RunResult& r) {
    if (r.floor_ns > 0) return {};
    if (r.status != RowStatus::ok) return Text::tr("Not shown because no time was measured: %1.");
    if (r.is_modelled())
        return Text::tr("Not available for modeled times: %1. To see the limits of the card, open the Model page.");
    if (!std::isfinite(r.gbytes_per_s)) return Text::tr("Not available because there are no byte counts: %1.");
    if (!(r.copy_gbytes_per_s > 0))
        return Text::tr("Not shown because the copy bandwidth was not measured or the run was stopped: %1.");
    return Text::tr("Not shown because the peak arithmetic rate of this machine is unknown: %1.");
}

/// Lists the kernels that are missing from the chart, with one sentence per reason, such as "Not shown because no time
/// was measured: a, b."
QString notDrawnText(const std::vector<const RunResult*>& all) {
    // The reasons and the kernels to which each of them applies, in order of first appearance.
    std::vector<std::pair<QString, QStringList>> reasons;
    for (const RunResult* r : all) {
        const QString why = whyNoLimit(*r);
        if (why.isEmpty()) continue;
        auto found = std::find_if(reasons.begin(), reasons.end(), [&](const auto& each) { return each.first == why; });
        if (found == reasons.end()) found = reasons.insert(reasons.end(), {why, {}});
        if (const QString kernel = toQString(r->kernel); !found->second.contains(kernel)) found->second.append(kernel);
    }
    QStringList parts;
    for (const auto& [why, kernels] : reasons) parts.append(why.arg(kernels.join(QStringLiteral(", "))));
    return parts.join(QLatin1Char(' '));
}

/// Summarizes how close the kernels are to the limits of the machine.
QString limitText(const std::vector<const RunResult*>& all) {
    const RunResult *nearest = nullptr, *farthest = nullptr;
    bool by_operations = false, by_bytes = false, from_caches = false;
    const auto share = [](const RunResult* r) { return r->floor_ns / r->time.median; };
    for (const RunResult* r : all) {
        if (r->is_modelled() || !(r->floor_ns > 0)) continue;
        (r->floor_of == "operations" ? by_operations : by_bytes) = true;
        if (share(r) > 1) from_caches = true;
        if (nearest == nullptr || share(r) > share(nearest)) nearest = r;
        if (farthest == nullptr || share(r) < share(farthest)) farthest = r;
    }
    const QString not_drawn = notDrawnText(all);
    if (nearest == nullptr) return not_drawn;
    const auto share_of = [&](const RunResult* r) {
        const QString kernel = toQString(r->kernel);
        return share(r) > 1 ? Text::tr("%1 is faster than a copy of the same number of bytes.").arg(kernel)
                            : Text::tr("%1 reaches %2% of this limit.").arg(kernel, numberText(100 * share(r), 2));
    };
    QStringList text{
        by_operations && by_bytes ? Text::tr("Solid: the time to move the bytes at copy bandwidth, or to execute the "
                                             "operations at the measured peak rate.")
        : by_operations
            ? Text::tr("Solid: the time to execute the operations at the measured peak rate of this machine.")
            : Text::tr("Solid: the time to move the bytes at the copy bandwidth of this machine.")};
    text << share_of(nearest);
    if (nearest != farthest) text << share_of(farthest);
    if (from_caches)
        text << Text::tr("Small matrices fit in the caches. Use a larger matrix to reach the memory limit.");
    return paragraph(text << not_drawn);
}

} // namespace

QString runReading(RunChart chart, const ShownRuns& runs) {
    if (const auto own = ownReading(chart, runs)) return *own;
    std::vector<const RunResult*> all;
    Extremes measured, modelled;
    int without = 0, waiting = 0, host_only = 0, unsolved = 0;
    QString why_unsolved; // reason reported for the first row that did not converge
    bool blocks = false, orders = false;
    for (const auto& run : runs) {
        blocks = blocks || run->plan.sweep == protocol::Sweep::blocks;
        orders = orders || run->plan.sweep == protocol::Sweep::orders;
        for (const RunResult& r : run->results) {
            all.push_back(&r);
            if (!r.is_settled()) ++waiting;
            if (r.is_settled() && r.block <= 0) ++host_only;
            if (r.is_settled() && r.status != RowStatus::ok) ++without;
            if (r.status != RowStatus::ok || !std::isfinite(r.time.median)) continue;
            if (const auto* cg = r.own<protocol::CgResult>(); cg != nullptr && cg->state != "converged") {
                ++unsolved; // do not compare this time, because an iteration time is meaningless without convergence
                if (why_unsolved.isEmpty())
                    why_unsolved =
                        Text::tr("%1 did not converge: %2")
                            .arg(toQString(r.kernel), toQString(cg->sentence.empty() ? cg->state : cg->sentence));
                continue;
            }
            (r.is_modelled() ? modelled : measured).take(r);
        }
    }
    const int count = static_cast<int>(all.size());
    if (chart == RunChart::sweep && !blocks && !orders) return {};
    if (chart == RunChart::sweep && host_only == count && !orders)
        return Text::tr("Host kernels have no block size to sweep. Select a simulated card or a real GPU.");
    if (waiting > 0)
        return Text::tr("%1 of %2 measurements finished. The chart is updated as samples arrive.")
            .arg(count - waiting)
            .arg(count);
    if (measured.isEmpty() && modelled.isEmpty() && unsolved > 0)
        return paragraph(
            {Text::tr("No method converged. The Residual tab shows where each method stopped."), why_unsolved});
    if (measured.isEmpty() && modelled.isEmpty())
        return without > 0 ? Text::tr("No kernel could be timed. Each row shows the reason.") : QString();
    if (chart == RunChart::speedup) return speedupText(all);
    if (chart == RunChart::limit) return limitText(all);
    QStringList text{scatterText(all)}; // the first sentence warns about times that vary widely
    if (!measured.isEmpty()) text << (modelled.isEmpty() ? measured.text() : measured.measuredText());
    if (!measured.isEmpty() && modelled.isEmpty() && chart == RunChart::time)
        text << Text::tr("Whiskers: quartiles. Circles: individual samples.");
    if (!modelled.isEmpty()) text << modelled.modelledText() << modelErrorText(modelled) << differenceText(all);
    return paragraph(text << why_unsolved);
}

QString runDifference(const ShownRuns& runs) {
    std::vector<const RunResult*> all;
    for (const auto& run : runs)
        for (const RunResult& r : run->results)
            if (r.status == RowStatus::ok && std::isfinite(r.time.median)) all.push_back(&r);
    return differenceText(all);
}

} // namespace warploom::ui
