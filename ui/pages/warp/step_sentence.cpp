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

/// Examples: "8 transactions of 32 bytes", "1 transaction of 128 bytes and 2 of 32 bytes".
QString transactionsText(const std::vector<simulated::Transaction>& all) {
    std::map<int, int, std::greater<>> by_size;
    for (const simulated::Transaction& transaction : all) ++by_size[transaction.bytes];
    QStringList parts;
    for (const auto& [bytes, count] : by_size) {
        const QString text = !parts.isEmpty() ? Text::tr("%1 of %2 bytes")
                             : count == 1     ? Text::tr("%1 transaction of %2 bytes")
                                              : Text::tr("%1 transactions of %2 bytes");
        parts << text.arg(count).arg(bytes);
    }
    return joined(parts);
}

/// Returns a description of what the lanes do, in the singular or the plural.
QString action(const protocol::WarpSite& site, const QString& array, bool one) {
    const bool shared = site.space == Space::shared;
    switch (site.access) {
    case Access::load:
        return (shared ? (one ? Text::tr("loads %1 from shared memory") : Text::tr("load %1 from shared memory"))
                       : (one ? Text::tr("loads %1") : Text::tr("load %1")))
            .arg(array);
    case Access::store:
        return (shared ? (one ? Text::tr("stores %1 to shared memory") : Text::tr("store %1 to shared memory"))
                       : (one ? Text::tr("stores %1") : Text::tr("store %1")))
            .arg(array);
    case Access::atomic: return (one ? Text::tr("adds to %1 atomically") : Text::tr("add to %1 atomically")).arg(array);
    case Access::shuffle:
        return one ? Text::tr("reads another lane's value (shuffle)") : Text::tr("read other lanes' values (shuffle)");
    case Access::ballot: return one ? Text::tr("votes (ballot)") : Text::tr("vote (ballot)");
    case Access::warp_barrier:
        return one ? Text::tr("reaches the warp's barrier") : Text::tr("reach the warp's barrier");
    case Access::barrier: return one ? Text::tr("reaches the block's barrier") : Text::tr("reach the block's barrier");
    }
    return {};
}

QString memoryText(const WarpAnalysis& analysis, int step) {
    const StepCost& cost = analysis.cost(step);
    const protocol::WarpSite& site = analysis.trace().site_of(step);
    QString text;
    if (cost.transactions > 0) {
        text = Text::tr(" %1, %2 % of the bytes used")
                   .arg(transactionsText(analysis.transactions(step)), percent(cost.bytes_used, cost.bytes_fetched));
        text += cost.ideal_transactions < cost.transactions
                    ? Text::tr("; %1 would suffice for contiguous addresses.").arg(cost.ideal_transactions)
                    : QStringLiteral(".");
    }
    if (site.space == Space::shared) {
        text +=
            cost.banks.passes <= cost.banks.ideal
                ? (cost.banks.passes == 1 ? Text::tr(" No bank conflict: 1 pass.")
                                          : Text::tr(" No bank conflict: %1 passes, the minimum for this data size.")
                                                .arg(cost.banks.passes))
                : Text::tr(" Bank conflict: up to %1 words in one bank, so %2 passes instead of %3.")
                      .arg(cost.banks.degree)
                      .arg(cost.banks.passes)
                      .arg(cost.banks.ideal);
    }
    if (cost.serialised > 1)
        text += Text::tr(" %1 lanes add to the same address, so the atomics are serialized.").arg(cost.serialised);
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
    if (count > 4) return Text::tr("%1 lanes").arg(count);
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
    const QString section =
        toQString(trace.section_of(step)); // part of the algorithm that the launch or the step belongs to
    QString text = section.isEmpty() ? QString() : section.at(0).toUpper() + section.mid(1) + QStringLiteral(". ");
    text += Text::tr("%1 line %2: %3 %4")
                .arg(source != nullptr ? toQString(source->title) : toQString(site.file).section(QLatin1Char('/'), -1))
                .arg(site.line)
                .arg(lanesText(at.active), action(site, toQString(trace.array_of(step)), active == 1));
    QStringList others;
    if (waiting > 0) others << (waiting == 1 ? Text::tr("1 waits") : Text::tr("%1 wait").arg(waiting));
    if (done > 0) others << (done == 1 ? Text::tr("1 is done") : Text::tr("%1 are done").arg(done));
    if (!others.isEmpty()) text += QStringLiteral("; ") + joined(others);
    return text + QLatin1Char('.') + memoryText(analysis, step);
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
    QString text =
        Text::tr("%1 steps with %2 of 32 lanes active on average. %3 transactions fetch %4 bytes, %5 % of them used.")
            .arg(locale.toString(trace.step_count()),
                 number(static_cast<double>(lanes) / static_cast<double>(trace.step_count())),
                 locale.toString(static_cast<qlonglong>(transactions)),
                 locale.toString(static_cast<qlonglong>(fetched)),
                 fetched > 0 ? percent(used, fetched) : QStringLiteral("0"));
    if (conflicts > 0) text += Text::tr(" Bank conflicts cost %1 extra passes.").arg(conflicts);
    if (flops > 0)
        text += Text::tr(" %1 floating-point operations.").arg(locale.toString(static_cast<qlonglong>(flops)));
    if (trace.all_steps)
        text +=
            Text::tr(" Only the first %1 of %2 steps are shown.")
                .arg(locale.toString(trace.step_count()), locale.toString(static_cast<qlonglong>(*trace.all_steps)));
    return text;
}

} // namespace warploom::ui
