#include "ui/pages/warp/step_sentence.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <QLocale>
#include <QStringList>

#include <bit>
#include <map>

namespace warploom::ui {

namespace {

using simulated::Access;
using simulated::Space;

QString joined(QStringList parts) {
    if (parts.size() < 2) return parts.join(QString());
    const QString last = parts.takeLast();
    return Text::tr("%1 and %2").arg(parts.join(QStringLiteral(", ")), last);
}

QString number(double value, int digits = 3) { return QLocale().toString(value, 'g', digits); }

QString percent(std::int64_t used, std::int64_t fetched) {
    return QString::number(qRound(100.0 * static_cast<double>(used) / static_cast<double>(fetched)));
}

/// Returns a description of memory transactions such as "8 transactions of 32 bytes", or "1 transaction of 128 bytes
/// and 2 transactions of 32 bytes".
QString transactionsText(const std::vector<simulated::Transaction>& all) {
    std::map<int, int, std::greater<>> by_size;
    for (const simulated::Transaction& transaction : all) ++by_size[transaction.bytes];
    QStringList parts;
    for (const auto& [bytes, count] : by_size) {
        parts << Text::tr("%n transactions of %1 bytes", nullptr, count).arg(bytes);
    }
    return joined(parts);
}

/// Returns the sentence pattern for a memory access by `n` lanes. The placeholders are file, line, lanes and array.
QString actionPattern(const protocol::WarpSite& site, int n) {
    const bool shared = site.space == Space::shared;
    switch (site.access) {
    case Access::load:
        return shared ? Text::tr("%1, line %2: %3 load %4 from shared memory.", nullptr, n)
                      : Text::tr("%1, line %2: %3 load %4.", nullptr, n);
    case Access::store:
        return shared ? Text::tr("%1, line %2: %3 store %4 in shared memory.", nullptr, n)
                      : Text::tr("%1, line %2: %3 store %4.", nullptr, n);
    case Access::atomic: return Text::tr("%1, line %2: %3 atomically add to %4.", nullptr, n);
    case Access::shuffle: return Text::tr("%1, line %2: %3 read values from other lanes (shuffle).", nullptr, n);
    case Access::ballot: return Text::tr("%1, line %2: %3 participate in a vote (ballot).", nullptr, n);
    case Access::warp_barrier: return Text::tr("%1, line %2: %3 reach __syncwarp().", nullptr, n);
    case Access::barrier: return Text::tr("%1, line %2: %3 reach a block-wide barrier (__syncthreads).", nullptr, n);
    }
    return {};
}

QString actionText(const protocol::WarpSite& site, const QString& file, const QString& lanes, const QString& array,
                   int n) {
    const QString pattern = actionPattern(site, n);
    const bool has_array = pattern.contains(QLatin1String("%4"));
    return has_array ? pattern.arg(file).arg(site.line).arg(lanes, array) : pattern.arg(file).arg(site.line).arg(lanes);
}

QStringList memorySentences(const WarpAnalysis& analysis, int step) {
    const StepCost& cost = analysis.cost(step);
    const protocol::WarpSite& site = analysis.trace().site_of(step);
    QStringList text;
    if (cost.transactions > 0) {
        text << Text::tr("%1 (%2% of the bytes are used).")
                    .arg(transactionsText(analysis.transactions(step)), percent(cost.bytes_used, cost.bytes_fetched));
        if (cost.ideal_transactions < cost.transactions)
            text << Text::tr("Contiguous addresses would need only %n transactions.", nullptr,
                             pluralOf(cost.ideal_transactions));
    }
    if (site.space == Space::shared) {
        if (cost.banks.passes <= cost.banks.ideal)
            text << Text::tr("No bank conflicts: %n wavefronts, the minimum for this data size.", nullptr,
                             cost.banks.passes);
        else
            text << Text::tr(
                        "Bank conflict: up to %1 words are in the same bank, which takes %n wavefronts instead of %2.",
                        nullptr, cost.banks.passes)
                        .arg(cost.banks.degree)
                        .arg(cost.banks.ideal);
    }
    if (cost.serialised > 1)
        text << Text::tr("%n lanes add to the same address, so the atomics are serialized.", nullptr, cost.serialised);
    return text;
}

} // namespace

QString lanesText(std::uint32_t lanes) {
    const int count = std::popcount(lanes);
    if (count == simulated::warp_size) return Text::tr("all 32 lanes");
    if (count == 0) return Text::tr("no lane");
    const int first = std::countr_zero(lanes);
    if (count == 1) return Text::tr("lane %1").arg(first);
    if (count > 2 && lanes >> first == (1U << count) - 1U)
        return Text::tr("lanes %1 to %2").arg(first).arg(first + count - 1);
    if (count > 4) return Text::tr("%n lanes", nullptr, count);
    QStringList each;
    for (int l = 0; l < simulated::warp_size; ++l)
        if ((lanes >> l & 1U) != 0) each << QString::number(l);
    return Text::tr("lanes %1").arg(joined(each));
}

QString stepSentence(const WarpAnalysis& analysis, int step) {
    const protocol::WarpDocument& trace = analysis.trace();
    if (step < 0 || step >= trace.step_count()) return Text::tr("This warp has no recorded steps.");
    const protocol::WarpStep& at = trace.steps[step];
    const protocol::WarpSite& site = trace.site_of(step);
    const protocol::WarpSource* source = trace.source_of(site.file);
    const int active = std::popcount(at.active.bits), waiting = std::popcount(at.waiting.bits);
    const int done = simulated::warp_size - active - waiting;
    // Description of the part of the algorithm that the launch executes in this step.
    const QString section = toQString(trace.section_of(step));
    QStringList text;
    if (!section.isEmpty()) text << section.at(0).toUpper() + section.mid(1) + QLatin1Char('.');
    text << actionText(
        site, source != nullptr ? toQString(source->title) : toQString(site.file).section(QLatin1Char('/'), -1),
        lanesText(at.active), toQString(trace.array_of(step)), active);
    if (waiting > 0) text << Text::tr("%n lanes wait.", nullptr, waiting);
    if (done > 0) text << Text::tr("%n lanes have finished.", nullptr, done);
    return paragraph(text + memorySentences(analysis, step));
}

QString warpSummary(const WarpAnalysis& analysis) {
    const protocol::WarpDocument& trace = analysis.trace();
    std::int64_t lanes = 0, transactions = 0, fetched = 0, used = 0, conflicts = 0, flops = 0;
    for (const SiteCost& site : analysis.sites()) {
        lanes += site.lane_accesses;
        transactions += site.transactions;
        fetched += site.bytes_fetched;
        used += site.bytes_used;
        conflicts += site.bank_conflicts;
        flops += site.flops;
    }
    if (trace.steps.empty()) return Text::tr("This warp has no recorded steps.");
    const QLocale locale;
    QStringList text{Text::tr("%n steps with %1 of 32 lanes active on average.", nullptr, trace.step_count())
                         .arg(number(static_cast<double>(lanes) / static_cast<double>(trace.step_count()))),
                     Text::tr("%n transactions fetch %1 bytes, of which %2% are used.", nullptr, pluralOf(transactions))
                         .arg(locale.toString(static_cast<qlonglong>(fetched)),
                              fetched > 0 ? percent(used, fetched) : QStringLiteral("0"))};
    if (conflicts > 0)
        text << Text::tr("Bank conflicts cause %n additional shared-memory wavefronts.", nullptr, pluralOf(conflicts));
    if (flops > 0) text << Text::tr("%n floating-point operations.", nullptr, pluralOf(flops));
    if (trace.all_steps)
        text << Text::tr("Only the first %1 of %n steps are shown.", nullptr, pluralOf(*trace.all_steps))
                    .arg(locale.toString(trace.step_count()));
    return paragraph(text);
}

} // namespace warploom::ui
