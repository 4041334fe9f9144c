#include "ui/model_views/model_tables.h"

#include "ui/number_text.h"
#include "ui/words.h"

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
void addTerms(Table& table, const TraceDocument& trace, const std::vector<TraceTerm>& terms, const QString& launch,
              const QString& binding) {
    for (const TraceTerm& term : terms)
        table.add_row({cell(termTitle(term.key)), cell(launch), std::string("modelled"), term.ns, Cell(), Cell(),
                       cell(trace.modelled_ns > 0 ? term.ns / trace.modelled_ns : no_number),
                       std::string(term.key == binding ? words("decides").toStdString() : "")});
}

} // namespace

QString percentText(double share) {
    if (!std::isfinite(share)) return words("n/a");
    const double percent = share * 100;
    const int digits = percent >= 10 || percent == 0 ? 0 : percent >= 1 ? 1 : 2;
    return QStringLiteral("%1 %").arg(QLocale().toString(percent, 'f', digits));
}

void addTraceFacts(Table& table, const TraceDocument& trace) {
    const auto add = [&](const char* key, const QString& value) { table.facts.emplace_back(key, value.toStdString()); };
    add("card", trace.card_title);
    add("kernel", trace.kernel);
    add("matrix", QFileInfo(trace.matrix).fileName());
    add("precision", trace.precision);
    add("block", QString::number(trace.block));
    add("times", trace.model_error > 0 ? words("modelled; median error %1 on %2 published times")
                                             .arg(percentText(trace.model_error))
                                             .arg(trace.model_cells)
                                       : words("modelled; never compared with published times"));
    add("counted",
        trace.isSampled() ? words("%1 of the blocks").arg(percentText(trace.traced_share)) : words("every block"));
}

Table termsTable(const TraceDocument& trace) {
    Table table;
    table.title = "terms";
    addTraceFacts(table, trace);
    table.columns = {{"term", ""},           {"launch", ""},          {"kind", ""},          {"modelled", "ns"},
                     {"modelled_low", "ns"}, {"modelled_high", "ns"}, {"share_of_time", ""}, {"mark", ""}};
    const bool each = trace.launches.size() > 1 && trace.launches.size() <= most_launches;
    if (each) {
        int number = 1;
        for (const TraceLaunch& launch : trace.launches)
            addTerms(table, trace, launch.terms, words("launch %1").arg(number++), launch.binding);
    } else {
        addTerms(table, trace, trace.terms,
                 trace.launches.size() > 1 ? words("all %1 launches").arg(trace.launches.size()) : QString(),
                 trace.binding);
    }
    const double error = trace.model_error, ns = trace.modelled_ns;
    table.add_row({cell(words("the whole kernel")),
                   cell(each                        ? words("together")
                        : trace.launches.size() > 1 ? words("all %1 launches").arg(trace.launches.size())
                                                    : QString()),
                   std::string("modelled"), ns, cell(error > 0 ? ns * std::max(0.0, 1 - error) : no_number),
                   cell(error > 0 ? ns * (1 + error) : no_number), cell(ns > 0 ? 1.0 : no_number), std::string()});
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

QString termsReading(const TraceDocument& trace) {
    QString text = words("Modelled: %1 on %2").arg(timeText(trace.modelled_ns), trace.card_title);
    const QString meaning = termMeaning(trace.binding);
    text += meaning.isEmpty() ? QStringLiteral(".") : QStringLiteral(": %1.").arg(meaning);
    // The whole is longer than its longest term where blocks wait for each other.
    double longest = 0, added = 0;
    for (const TraceTerm& term : trace.terms) {
        const bool is_added = term.key == QLatin1String("launch") || term.key == QLatin1String("transfer");
        (is_added ? added : longest) = is_added ? added + term.ns : std::max(longest, term.ns);
    }
    const double rest = trace.modelled_ns - longest - added;
    if (trace.modelled_ns > 0 && rest > 0.02 * trace.modelled_ns)
        text += words(" %1 of it are the tail: multiprocessors without work, and what cannot overlap.")
                    .arg(percentText(rest / trace.modelled_ns));
    if (trace.isSampled()) {
        text += words(" Counted: %1 of the blocks").arg(percentText(trace.traced_share));
        text += std::isfinite(trace.halves_differ)
                    ? words("; two halves of them differ by %1.").arg(percentText(trace.halves_differ))
                    : QStringLiteral(".");
    }
    return text;
}

Table rooflineTable(const std::vector<std::shared_ptr<const TraceDocument>>& traces,
                    const std::vector<MeasuredPoint>& measured) {
    Table table;
    table.title = "roofline";
    table.columns = {
        {"series", ""}, {"kind", ""}, {"flop_per_byte", ""}, {"rate", "gflops"}, {"modelled_rate", "gflops"}};
    if (traces.empty() || traces.front() == nullptr) return table;
    const TraceDocument& first = *traces.front();
    addTraceFacts(table, first);
    const double peak = first.peak_gflops, bandwidth = first.peak_gbytes_per_s;
    if (!(peak > 0) || !(bandwidth > 0)) return table;
    const double ridge = peak / bandwidth;
    double least = ridge, most = ridge;
    const auto seen = [&](double x) {
        if (!(x > 0) || !std::isfinite(x)) return;
        least = std::min(least, x);
        most = std::max(most, x);
    };
    for (const auto& trace : traces) seen(trace->intensity);
    for (const MeasuredPoint& point : measured) seen(point.intensity);
    const std::string limits = words("limits of the card").toStdString();
    for (const double x : {least / 4, ridge, most * 4})
        table.add_row({limits, std::string("roof"), x, std::min(peak, x * bandwidth), Cell()});
    for (const auto& trace : traces)
        if (trace->intensity > 0 && trace->gflops > 0)
            table.add_row(
                {trace->kernel.toStdString(), std::string("modelled"), trace->intensity, Cell(), trace->gflops});
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

QString rooflineReading(const TraceDocument& trace) {
    const double peak = trace.peak_gflops, bandwidth = trace.peak_gbytes_per_s;
    if (!(peak > 0) || !(bandwidth > 0) || !(trace.intensity > 0) || !(trace.gflops > 0)) return {};
    const double ridge = peak / bandwidth, limit = std::min(peak, trace.intensity * bandwidth);
    const QString side = trace.intensity < ridge ? words("left of the ridge, so memory is the limit")
                                                 : words("right of the ridge, so arithmetic is the limit");
    return words("%1 does %2 operations for each byte: %3. It reaches %4 of what that limit allows (modelled).")
        .arg(trace.kernel, numberText(trace.intensity, 3), side, percentText(trace.gflops / limit));
}

} // namespace warploom::ui
