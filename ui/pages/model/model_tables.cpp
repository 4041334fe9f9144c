#include "ui/pages/model/model_tables.h"

#include "ui/look/number_text.h"
#include "ui/look/qt_text.h"
#include "ui/look/words.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <map>

namespace warploom::ui {
namespace {

constexpr std::size_t most_launches = 6;

Cell cell(double value) {
    if (!std::isfinite(value)) return std::monostate{};
    return value;
}
Cell cell(const QString& text) { return text.toStdString(); }
struct Term {
    const char* key;
    const char* title;
    const char* meaning;
};
// In the order of the charts: from far memory to the lanes, then what is added.
constexpr std::array terms{
    Term{"dram", QT_TRANSLATE_NOOP("Trace", "memory bandwidth"),
         QT_TRANSLATE_NOOP("Trace", "the bytes that come from memory decide")},
    Term{"l2", QT_TRANSLATE_NOOP("Trace", "L2 bandwidth"),
         QT_TRANSLATE_NOOP("Trace", "the bytes that come from the L2 cache decide")},
    Term{"transactions", QT_TRANSLATE_NOOP("Trace", "memory transactions"),
         QT_TRANSLATE_NOOP("Trace", "the number of transactions decides, not their bytes")},
    Term{"shared", QT_TRANSLATE_NOOP("Trace", "shared memory"),
         QT_TRANSLATE_NOOP("Trace", "passes over the banks of shared memory decide")},
    Term{"issue", QT_TRANSLATE_NOOP("Trace", "issuing instructions"),
         QT_TRANSLATE_NOOP("Trace", "the number of warp instructions decides")},
    Term{"arithmetic", QT_TRANSLATE_NOOP("Trace", "arithmetic"),
         QT_TRANSLATE_NOOP("Trace", "the floating-point operations decide")},
    Term{"latency", QT_TRANSLATE_NOOP("Trace", "waiting for memory"),
         QT_TRANSLATE_NOOP("Trace", "too few warps are there to hide the wait for memory")},
    Term{"launch", QT_TRANSLATE_NOOP("Trace", "launch"), QT_TRANSLATE_NOOP("Trace", "starting the kernel decides")},
    Term{"transfer", QT_TRANSLATE_NOOP("Trace", "transfer"),
         QT_TRANSLATE_NOOP("Trace", "copying between host and card decides")},
};

void addTerms(Table& table, const wire::Trace& trace, const wire::Terms& terms_of, const QString& launch,
              const std::string& binding) {
    for (const simulated::ModelTerm& term : simulated::model_terms()) {
        const double ns = terms_of.*term.value;
        table.add_row({cell(termTitle(term.key)), cell(launch), std::string("modelled"), ns, Cell(), Cell(),
                       number_cell(trace.modelled_ns > 0 ? ns / trace.modelled_ns : no_figure),
                       term.key == binding ? cell(words("decides")) : cell(QString())});
    }
}

} // namespace

QString termTitle(const std::string& key) {
    for (const Term& term : terms)
        if (key == term.key) return QCoreApplication::translate("Trace", term.title);
    return qt(key);
}

QString termMeaning(const std::string& key) {
    for (const Term& term : terms)
        if (key == term.key) return QCoreApplication::translate("Trace", term.meaning);
    return {};
}

QString percentText(double share) {
    if (!std::isfinite(share)) return words("n/a");
    const double percent = share * 100;
    const int digits = percent >= 10 || percent == 0 ? 0 : percent >= 1 ? 1 : 2;
    return QStringLiteral("%1 %").arg(QLocale().toString(percent, 'f', digits));
}

void addTraceFacts(Table& table, const wire::Trace& trace) {
    const auto add = [&](const char* key, const QString& value) { table.facts.emplace_back(key, value.toStdString()); };
    add("card", qt(trace.card.title));
    add("kernel", qt(trace.kernel));
    add("matrix", QFileInfo(qt(trace.matrix.name)).fileName());
    add("precision", QLatin1String(to_string(trace.precision)));
    add("block", QString::number(trace.block));
    add("times", trace.card.model_error > 0 ? words("modelled; median error %1 on %2 published times")
                                                  .arg(percentText(trace.card.model_error))
                                                  .arg(trace.card.model_cells)
                                            : words("modelled; never compared with published times"));
    add("counted",
        trace.is_sampled() ? words("%1 of the blocks").arg(percentText(trace.traced_share)) : words("every block"));
}

Table termsTable(const wire::Trace& trace) {
    Table table;
    table.title = "terms";
    addTraceFacts(table, trace);
    table.columns = {{"term", ""},           {"launch", ""},          {"kind", ""},          {"modelled", "ns"},
                     {"modelled_low", "ns"}, {"modelled_high", "ns"}, {"share_of_time", ""}, {"mark", ""}};
    const bool each = trace.launches.size() > 1 && trace.launches.size() <= most_launches;
    if (each) {
        int number = 1;
        for (const wire::TraceLaunch& launch : trace.launches)
            addTerms(table, trace, launch.terms, words("launch %1").arg(number++), launch.binding);
    } else {
        addTerms(table, trace, trace.terms,
                 trace.launches.size() > 1 ? words("all %1 launches").arg(trace.launches.size()) : QString(),
                 trace.binding);
    }
    const double error = trace.card.model_error, ns = trace.modelled_ns;
    table.add_row({cell(words("the whole kernel")),
                   cell(each                        ? words("together")
                        : trace.launches.size() > 1 ? words("all %1 launches").arg(trace.launches.size())
                                                    : QString()),
                   std::string("modelled"), ns, cell(error > 0 ? ns * std::max(0.0, 1 - error) : no_figure),
                   cell(error > 0 ? ns * (1 + error) : no_figure), cell(ns > 0 ? 1.0 : no_figure), std::string()});
    return table;
}

ChartSpec termsSpec() {
    ChartSpec spec;
    spec.title = words("Modelled time, term by term");
    spec.name = QStringLiteral("model-terms");
    spec.category = "term";
    spec.series = "launch";
    spec.value = "modelled";
    spec.modelled = "modelled";
    spec.modelled_low = "modelled_low";
    spec.modelled_high = "modelled_high";
    spec.kind_column = "kind";
    spec.mark_column = "mark";
    spec.value_title = words("time if only this were slow");
    return spec;
}

QString termsReading(const wire::Trace& trace) {
    QString text = words("Modelled: %1 on %2").arg(timeText(trace.modelled_ns), qt(trace.card.title));
    const QString meaning = termMeaning(trace.binding);
    text += meaning.isEmpty() ? QStringLiteral(".") : QStringLiteral(": %1.").arg(meaning);
    // The whole is longer than its longest term where blocks wait for each other.
    double longest = 0, added = 0;
    for (const simulated::ModelTerm& term : simulated::model_terms()) {
        const bool is_added = term.value == &wire::Terms::launch || term.value == &wire::Terms::transfer;
        const double ns = trace.terms.*term.value;
        (is_added ? added : longest) = is_added ? added + ns : std::max(longest, ns);
    }
    const double rest = trace.modelled_ns - longest - added;
    if (trace.modelled_ns > 0 && rest > 0.02 * trace.modelled_ns)
        text += words(" %1 of it are the tail: multiprocessors without work, and what cannot overlap.")
                    .arg(percentText(rest / trace.modelled_ns));
    if (trace.is_sampled()) {
        text += words(" Counted: %1 of the blocks").arg(percentText(trace.traced_share));
        text += trace.sample.halves_differ
                    ? words("; two halves of them differ by %1.").arg(percentText(*trace.sample.halves_differ))
                    : QStringLiteral(".");
    }
    return text;
}

Table rooflineTable(const std::vector<std::shared_ptr<const wire::Trace>>& traces,
                    const std::vector<MeasuredPoint>& measured) {
    Table table;
    table.title = "roofline";
    table.columns = {
        {"series", ""}, {"kind", ""}, {"flop_per_byte", ""}, {"rate", "gflops"}, {"modelled_rate", "gflops"}};
    if (traces.empty() || traces.front() == nullptr) return table;
    const wire::Trace& first = *traces.front();
    addTraceFacts(table, first);
    const double peak = first.roofline.peak_gflops, bandwidth = first.roofline.peak_gbytes_per_s;
    if (!(peak > 0) || !(bandwidth > 0)) return table;
    const double ridge = peak / bandwidth;
    double least = ridge, most = ridge;
    const auto seen = [&](double x) {
        if (!(x > 0) || !std::isfinite(x)) return;
        least = std::min(least, x);
        most = std::max(most, x);
    };
    for (const auto& trace : traces) seen(trace->roofline.intensity);
    for (const MeasuredPoint& point : measured) seen(point.intensity);
    const std::string limits = words("limits of the card").toStdString();
    for (const double x : {least / 4, ridge, most * 4})
        table.add_row({limits, std::string("roof"), x, std::min(peak, x * bandwidth), Cell()});
    for (const auto& trace : traces)
        if (trace->roofline.intensity > 0 && trace->roofline.gflops > 0)
            table.add_row(
                {trace->kernel, std::string("modelled"), trace->roofline.intensity, Cell(), trace->roofline.gflops});
    for (const MeasuredPoint& point : measured)
        if (point.intensity > 0 && point.gflops > 0)
            table.add_row({point.name.toStdString(), std::string("measured"), point.intensity, point.gflops, Cell()});
    return table;
}

ChartSpec rooflineSpec() {
    ChartSpec spec;
    spec.kind = ChartSpec::Kind::lines;
    spec.title = words("Roofline: what the card's limits allow");
    spec.name = QStringLiteral("model-roofline");
    spec.x = "flop_per_byte";
    spec.value = "rate";
    spec.modelled = "modelled_rate";
    spec.series = "series";
    spec.kind_column = "kind";
    spec.value_title = words("rate");
    spec.x_title = words("operations for each byte from memory");
    spec.log_x = spec.log_value = spec.log_ticks = true;
    return spec;
}

QString rooflineReading(const wire::Trace& trace) {
    const double peak = trace.roofline.peak_gflops, bandwidth = trace.roofline.peak_gbytes_per_s;
    if (!(peak > 0) || !(bandwidth > 0) || !(trace.roofline.intensity > 0) || !(trace.roofline.gflops > 0)) return {};
    const double ridge = peak / bandwidth, limit = std::min(peak, trace.roofline.intensity * bandwidth);
    const QString side = trace.roofline.intensity < ridge ? words("left of the ridge, so memory is the limit")
                                                          : words("right of the ridge, so arithmetic is the limit");
    return words("%1 does %2 operations for each byte: %3. It reaches %4 of what that limit allows (modelled).")
        .arg(qt(trace.kernel), numberText(trace.roofline.intensity, 3), side,
             percentText(trace.roofline.gflops / limit));
}

} // namespace warploom::ui
