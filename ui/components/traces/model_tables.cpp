#include "ui/components/traces/model_tables.h"

#include "engine/protocol/messages/cause.h"
#include "ui/charts/columns.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

constexpr std::size_t most_launches = 6;

struct Term {
    const char* key;
    const char* title;
};
// Terms of the time model in chart order: from DRAM to the lanes, followed by the terms that are added to the total.
constexpr std::array terms{
    Term{"dram", QT_TRANSLATE_NOOP("Trace", "memory bandwidth")},
    Term{"l2", QT_TRANSLATE_NOOP("Trace", "L2 bandwidth")},
    Term{"transactions", QT_TRANSLATE_NOOP("Trace", "memory transactions")},
    Term{"start", QT_TRANSLATE_NOOP("Trace", "starting blocks")},
    Term{"shared", QT_TRANSLATE_NOOP("Trace", "shared memory")},
    Term{"issue", QT_TRANSLATE_NOOP("Trace", "issuing instructions")},
    Term{"arithmetic", QT_TRANSLATE_NOOP("Trace", "arithmetic")},
    Term{"latency", QT_TRANSLATE_NOOP("Trace", "waiting for memory")},
    Term{"launch", QT_TRANSLATE_NOOP("Trace", "launch")},
    Term{"transfer", QT_TRANSLATE_NOOP("Trace", "transfer")},
};

struct TermBar {
    QString term, launch;
    double ns, share;
    QString mark{};
    double low = no_figure, high = no_figure;
};

void addTerms(std::vector<TermBar>& bars, const protocol::Trace& trace, const protocol::Terms& terms_of,
              const QString& launch, const std::string& binding) {
    for (const simulated::ModelTerm& term : simulated::model_terms()) {
        const double ns = terms_of.*term.value;
        bars.push_back({termTitle(term.key), launch, ns, trace.modelled_ns > 0 ? ns / trace.modelled_ns : no_figure,
                        term.key == binding ? Text::tr("limiting factor") : QString()});
    }
}

} // namespace

QString termTitle(const std::string& key) {
    for (const Term& term : terms)
        if (key == term.key) return QCoreApplication::translate("Trace", term.title);
    return toQString(key);
}

QString causeText(const protocol::Trace& trace) { return toQString(protocol::cause_of(trace).sentence); }

QString slowRowText(const protocol::Trace& trace, const CsrMatrix& csr) {
    const std::optional<protocol::SlowBlock> slow = protocol::slow_block_of(trace);
    if (!slow || !slow->has_rows() || trace.operation != "spmv" || slow->last_row >= csr.rows) return {};
    std::int64_t longest = slow->first_row;
    for (std::int64_t row = longest; row <= slow->last_row; ++row)
        if (csr.row_length(row) > csr.row_length(longest)) longest = row;
    const double mean = static_cast<double>(csr.column.size()) / static_cast<double>(csr.rows);
    const std::int64_t length = csr.row_length(longest);
    return Text::tr("Row %1 in the slowest block has %2 nonzeros. The average row has %3.", nullptr, pluralOf(length))
        .arg(longest)
        .arg(shortCount(length), numberText(mean, 3));
}

QString percentText(double share) {
    if (!std::isfinite(share)) return Text::tr("n/a");
    const double percent = share * 100;
    const int digits = percent >= 10 || percent == 0 ? 0 : percent >= 1 ? 1 : 2;
    return QStringLiteral("%1%").arg(QLocale().toString(percent, 'f', digits));
}

void addTraceFacts(Table& table, const protocol::Trace& trace) {
    const auto add = [&](const char* key, const QString& value) { table.facts.emplace_back(key, value.toStdString()); };
    add("card", toQString(trace.card.title));
    add("kernel", toQString(trace.kernel));
    add("matrix", QFileInfo(toQString(trace.matrix.name)).fileName());
    add("precision", QLatin1String(to_string(trace.precision)));
    add("block", QString::number(trace.block));
    add("times", trace.card.model_error > 0 ? Text::tr("modeled, with a median error of %1 for %2 published times")
                                                  .arg(percentText(trace.card.model_error))
                                                  .arg(trace.card.model_cells)
                 : trace.card.measured_error > 0
                     ? Text::tr("modeled, with a median error of %1 for %2 times measured on this card")
                           .arg(percentText(trace.card.measured_error))
                           .arg(trace.card.measured_pairs)
                     : Text::tr("modeled; counts are exact, but times have not been validated on this card"));
    add("counted", trace.is_sampled() ? Text::tr("%1 of the blocks").arg(percentText(trace.traced_share))
                                      : Text::tr("all blocks"));
}

Table termsTable(const protocol::Trace& trace) {
    Table table{.title = "terms"};
    addTraceFacts(table, trace);
    std::vector<TermBar> bars;
    const bool several = trace.launches.size() > 1, each = several && trace.launches.size() <= most_launches;
    const QString all =
        several ? Text::tr("all %n launches", nullptr, static_cast<int>(trace.launches.size())) : QString();
    if (each) {
        int number = 1;
        for (const protocol::TraceLaunch& launch : trace.launches)
            addTerms(bars, trace, launch.terms, Text::tr("launch %1").arg(number++), launch.binding);
    } else {
        addTerms(bars, trace, trace.terms, all, trace.binding);
    }
    const double error = trace.card.model_error > 0 ? trace.card.model_error : trace.card.measured_error;
    const double ns = trace.modelled_ns;
    bars.push_back({Text::tr("whole kernel"), each ? Text::tr("total") : all, ns, ns > 0 ? 1.0 : no_figure});
    if (error > 0) {
        bars.back().low = ns * std::max(0.0, 1 - error);
        bars.back().high = ns * (1 + error);
    }
    static const std::vector<ColumnOf<TermBar>> columns{
        {"term", "", [](const TermBar& bar) { return Cell(bar.term.toStdString()); }},
        {"launch", "", [](const TermBar& bar) { return Cell(bar.launch.toStdString()); }},
        {"kind", "", [](const TermBar&) { return kindCell(PlotKind::modelled); }},
        {"modelled", "ns", [](const TermBar& bar) { return Cell(bar.ns); }},
        {"modelled_low", "ns", [](const TermBar& bar) { return number_cell(bar.low); }},
        {"modelled_high", "ns", [](const TermBar& bar) { return number_cell(bar.high); }},
        {"share_of_time", "", [](const TermBar& bar) { return number_cell(bar.share); }},
        {"mark", "", [](const TermBar& bar) { return Cell(bar.mark.toStdString()); }}};
    fillTable(table, columns, bars, [](const TermBar&) { return false; });
    return table;
}

ChartSpec termsSpec(const protocol::Trace& trace) {
    ChartSpec spec;
    // If there are many launches, a separate bar for each of them would fill several screens.
    spec.stacked = trace.launches.size() > 1 && trace.launches.size() <= most_launches;
    spec.call("model-terms", Text::tr("Modeled time by limiting factor"),
              Text::tr("time if this were the only limiting factor"));
    spec.category = "term";
    spec.series = "launch";
    spec.value = "modelled";
    spec.modelled = "modelled";
    spec.modelled_low = "modelled_low";
    spec.modelled_high = "modelled_high";
    spec.kind_column = "kind";
    spec.mark_column = "mark";
    return spec;
}

QString tailReading(const protocol::Trace& trace) {
    QStringList text;
    // The modeled time exceeds the longest term if blocks wait for each other.
    double longest = 0, added = 0;
    for (const simulated::ModelTerm& term : simulated::model_terms()) {
        const bool is_added = term.value == &protocol::Terms::launch || term.value == &protocol::Terms::transfer;
        const double ns = trace.terms.*term.value;
        (is_added ? added : longest) = is_added ? added + ns : std::max(longest, ns);
    }
    const double rest = trace.modelled_ns - longest - added;
    if (trace.modelled_ns > 0 && rest > 0.02 * trace.modelled_ns)
        text << Text::tr("The tail (idle multiprocessors and work that cannot overlap) accounts for %1 of the time.")
                    .arg(percentText(rest / trace.modelled_ns));
    if (trace.is_sampled() && trace.sample.halves_differ)
        text << Text::tr(
                    "%1 of the blocks were traced. The modeled times of the two halves of this sample differ by %2.")
                    .arg(percentText(trace.traced_share), percentText(*trace.sample.halves_differ));
    else if (trace.is_sampled()) text << Text::tr("%1 of the blocks were traced.").arg(percentText(trace.traced_share));
    return paragraph(text);
}

Table rooflineTable(const std::vector<std::shared_ptr<const protocol::Trace>>& traces,
                    const std::vector<MeasuredPoint>& measured) {
    Table table{.title = "roofline"};
    struct Point {
        std::string series;
        PlotKind kind;
        double intensity, rate;
    };
    std::vector<Point> points;
    const auto filled = [&] {
        static const std::vector<ColumnOf<Point>> columns{
            {"series", "", [](const Point& p) { return Cell(p.series); }},
            {"kind", "", [](const Point& p) { return kindCell(p.kind); }},
            {"flop_per_byte", "", [](const Point& p) { return Cell(p.intensity); }},
            {"rate", "gflops", [](const Point& p) { return Cell(p.rate); }, true, "modelled_rate"}};
        fillTable(table, columns, points, [](const Point& p) { return p.kind == PlotKind::modelled; });
        return table;
    };
    if (traces.empty() || traces.front() == nullptr) return filled();
    const protocol::Trace& first = *traces.front();
    addTraceFacts(table, first);
    const double peak = first.roofline.peak_gflops, bandwidth = first.roofline.peak_gbytes_per_s;
    if (!(peak > 0) || !(bandwidth > 0)) return filled();
    const double ridge = peak / bandwidth;
    double least = ridge, most = ridge;
    const auto seen = [&](double x) {
        if (!(x > 0) || !std::isfinite(x)) return;
        least = std::min(least, x);
        most = std::max(most, x);
    };
    for (const auto& trace : traces) seen(trace->roofline.intensity);
    for (const MeasuredPoint& point : measured) seen(point.intensity);
    const std::string limits = Text::tr("roofline of the card").toStdString();
    for (const double x : {least / 4, ridge, most * 4})
        points.push_back({limits, PlotKind::roof, x, std::min(peak, x * bandwidth)});
    for (const auto& trace : traces)
        if (trace->roofline.intensity > 0 && trace->roofline.gflops > 0)
            points.push_back({trace->kernel, PlotKind::modelled, trace->roofline.intensity, trace->roofline.gflops});
    for (const MeasuredPoint& point : measured)
        if (point.intensity > 0 && point.gflops > 0)
            points.push_back({point.name.toStdString(), PlotKind::measured, point.intensity, point.gflops});
    return filled();
}

ChartSpec rooflineSpec() {
    ChartSpec spec;
    spec.kind = ChartSpec::Kind::lines;
    spec.call("model-roofline", Text::tr("Roofline of the card"), Text::tr("rate"));
    spec.x = "flop_per_byte";
    spec.value = "rate";
    spec.modelled = "modelled_rate";
    spec.series = "series";
    spec.kind_column = "kind";
    spec.x_title = Text::tr("operations per byte of memory traffic");
    spec.log_x = spec.log_value = spec.log_ticks = true;
    return spec;
}

QString rooflineReading(const protocol::Trace& trace) {
    const double peak = trace.roofline.peak_gflops, bandwidth = trace.roofline.peak_gbytes_per_s;
    if (!(peak > 0) || !(bandwidth > 0) || !(trace.roofline.intensity > 0) || !(trace.roofline.gflops > 0)) return {};
    const double ridge = peak / bandwidth, limit = std::min(peak, trace.roofline.intensity * bandwidth);
    const QString pattern =
        trace.roofline.intensity < ridge
            ? Text::tr("%1 performs %2 operations per byte. This is below the ridge point, so the kernel is "
                       "memory-bound. According to the model, it reaches %3 of the memory bandwidth limit.")
            : Text::tr("%1 performs %2 operations per byte. This is above the ridge point, so the kernel is "
                       "compute-bound. According to the model, it reaches %3 of the peak rate.");
    return pattern.arg(toQString(trace.kernel), numberText(trace.roofline.intensity, 3),
                       percentText(trace.roofline.gflops / limit));
}

namespace {

QString placeOf(const protocol::TraceAccess& a) {
    return QStringLiteral("%1:%2  %3 %4")
        .arg(QFileInfo(toQString(a.file)).fileName())
        .arg(a.line)
        .arg(QLatin1String(to_string(a.kind)), toQString(a.array))
        .trimmed();
}
QString arrayOf(const protocol::TraceAccess& a) {
    const QString kind = QLatin1String(to_string(a.kind));
    const bool is_shared = a.space == simulated::Space::shared;
    return a.array.empty() ? kind
                           : QStringLiteral("%1 (%2)").arg(toQString(a.array), is_shared ? Text::tr("shared") : kind);
}

/// Returns the fraction of the fetched bytes that are used, or NaN if none were fetched.
double usedShare(const protocol::Counts& c) {
    return c.bytes_fetched > 0 ? static_cast<double>(c.bytes_used) / static_cast<double>(c.bytes_fetched) : no_figure;
}

/// Sums the memory accesses that have the same name. The result is in order of first appearance.
std::vector<std::pair<QString, protocol::TraceAccess>> gathered(const protocol::Trace& trace, bool by_array) {
    std::vector<std::pair<QString, protocol::TraceAccess>> result;
    for (const protocol::TraceAccess& a : trace.accesses) {
        const QString name = by_array ? arrayOf(a) : placeOf(a);
        const auto found =
            std::find_if(result.begin(), result.end(), [&](const auto& entry) { return entry.first == name; });
        if (found == result.end()) {
            result.emplace_back(name, a);
            continue;
        }
        found->second += a;
    }
    return result;
}

} // namespace

Table accessTable(const protocol::Trace& trace, bool by_array) {
    Table table{.title = "accesses"};
    addTraceFacts(table, trace);
    table.columns = {{"access", ""}, {"array", ""}, {"kind", ""}, {"space", ""}, {"file", ""}, {"line", ""}};
    for (Column& column : protocol::Counts::fields().columns()) table.columns.push_back(std::move(column));
    table.columns.push_back({"used_share", ""});
    for (const auto& [name, a] : gathered(trace, by_array)) {
        std::vector<Cell> row{name.toStdString(),
                              a.array,
                              std::string(to_string(a.kind)),
                              std::string(to_string(a.space)),
                              by_array ? Cell() : Cell(a.file),
                              by_array ? Cell() : Cell(std::int64_t{a.line})};
        protocol::Counts::fields().add_cells(a, row);
        row.push_back(number_cell(usedShare(a)));
        table.add_row(std::move(row));
    }
    return table;
}

ChartSpec accessSpec(AccessQuantity quantity, bool by_array) {
    ChartSpec spec;
    spec.name = QStringLiteral("model-accesses");
    spec.category = "access";
    switch (quantity) {
    case AccessQuantity::bytes:
        spec.title = by_array ? Text::tr("Bytes fetched and used, by array")
                              : Text::tr("Bytes fetched and used, by source line");
        spec.value = "fetched";
        spec.inner = "used";
        spec.inner_title = Text::tr("used by the lanes");
        spec.outer_title = Text::tr("fetched but unused");
        spec.value_title = Text::tr("bytes fetched from global memory");
        break;
    case AccessQuantity::transactions:
        spec.title =
            by_array ? Text::tr("Memory transactions by array") : Text::tr("Memory transactions by source line");
        spec.value = "transactions";
        spec.inner = "ideal_transactions";
        spec.inner_title = Text::tr("minimum (contiguous addresses)");
        spec.outer_title = Text::tr("additional");
        spec.value_title = Text::tr("transactions");
        break;
    case AccessQuantity::warp_instructions:
        spec.title = by_array ? Text::tr("Warp instructions by array") : Text::tr("Warp instructions by source line");
        spec.value = "warp_instructions";
        spec.value_title = Text::tr("warp instructions");
        break;
    case AccessQuantity::active_lanes:
        spec.title = by_array ? Text::tr("Mean active lanes (of 32) by array")
                              : Text::tr("Mean active lanes (of 32) by source line");
        spec.value = "mean_active_lanes";
        spec.value_title = Text::tr("active lanes");
        spec.reference_value = 32;
        spec.reference_title = Text::tr("all lanes");
        break;
    case AccessQuantity::conflicts:
        spec.title = by_array ? Text::tr("Shared memory bank conflicts by array")
                              : Text::tr("Shared memory bank conflicts by source line");
        spec.value = "bank_conflicts";
        spec.value_title = Text::tr("additional passes");
        break;
    }
    return spec;
}

QString accessReading(const protocol::Trace& trace) {
    protocol::Counts all;
    const protocol::TraceAccess* worst = nullptr;
    for (const protocol::TraceAccess& a : trace.accesses) {
        all += a;
        if (a.bytes_fetched > 0 &&
            (worst == nullptr || a.bytes_fetched - a.bytes_used > worst->bytes_fetched - worst->bytes_used))
            worst = &a;
    }
    if (all.bytes_fetched == 0) return Text::tr("The kernel did not access global memory.");
    QStringList text{Text::tr("%1 of the fetched bytes are used.").arg(percentText(usedShare(all))),
                     Text::tr("Memory accesses take %1 transactions; contiguous accesses would take %2.", nullptr,
                              pluralOf(all.transactions))
                         .arg(countText(all.transactions), countText(all.ideal_transactions))};
    if (worst != nullptr && usedShare(*worst) < 1 / 1.05)
        text << Text::tr("Accesses to %1 on line %2 waste the most bytes (only %3 of the fetched bytes are used). On "
                         "average, %4 of 32 lanes are active.")
                    .arg(toQString(worst->array))
                    .arg(worst->line)
                    .arg(percentText(usedShare(*worst)), numberText(trace.mean_active_lanes, 3));
    return paragraph(text);
}

QString selectionReading(const RowSelection& rows, const std::vector<std::int64_t>& row_pointer,
                         const protocol::Trace* trace) {
    if (rows.isEmpty() || row_pointer.size() < 2) return {};
    const auto order = static_cast<std::int64_t>(row_pointer.size()) - 1;
    const double nonzeros = static_cast<double>(row_pointer.back());
    double count = 0, entries = 0;
    for (const auto& stretch : rows.stretches) {
        const std::int64_t begin = std::clamp<std::int64_t>(stretch.begin, 0, order),
                           end = std::clamp<std::int64_t>(stretch.end, begin, order);
        count += static_cast<double>(end - begin);
        entries += static_cast<double>(row_pointer[end] - row_pointer[begin]);
    }
    QStringList text{
        Text::tr("%1: %2 of all rows and %3 of all nonzeros.")
            .arg(rows.words.isEmpty() ? Text::tr("The selection") : rows.words.at(0).toUpper() + rows.words.mid(1),
                 percentText(count / static_cast<double>(order)),
                 nonzeros > 0 ? percentText(entries / nonzeros) : Text::tr("0%"))};
    if (trace == nullptr) return paragraph(text);
    double ns = 0, all_ns = 0, transactions = 0, all_transactions = 0;
    std::int64_t touched = 0, known = 0, warps = 0, touched_warps = 0, covered = 0, longest = 0;
    for (const protocol::TraceBlock& block : trace->blocks)
        if (block.has_rows()) longest = std::max(longest, block.last_row - block.first_row + 1);
    // If each thread or each warp processes a single row, determine which warps process the selected rows.
    const std::int64_t rows_of_warp = longest == trace->block ? 32 : longest == trace->block / 32 ? 1 : 0;
    for (const protocol::TraceBlock& block : trace->blocks) {
        if (!block.has_rows()) continue;
        ++known;
        covered += block.last_row - block.first_row + 1;
        all_ns += block.ns;
        all_transactions += block.transactions;
        for (std::int64_t row = block.first_row; rows_of_warp > 0 && row <= block.last_row; row += rows_of_warp) {
            ++warps;
            touched_warps += rows.meets(row, std::min(row + rows_of_warp - 1, block.last_row)) ? 1 : 0;
        }
        if (!rows.meets(block.first_row, block.last_row)) continue;
        ++touched;
        ns += block.ns;
        transactions += block.transactions;
    }
    // If rows are scattered, as in sorted formats, the first and last row do not identify the rows of a block.
    if (known == 0 || !(all_ns > 0) || covered > order + order / 8)
        return paragraph(
            text << Text::tr("%1 does not report which blocks process which rows.").arg(toQString(trace->kernel)));
    if (warps > 0)
        text << Text::tr("%1 of %2 warps process these rows.", nullptr, pluralOf(warps))
                    .arg(countText(touched_warps), countText(warps));
    text << Text::tr("The blocks that process these rows (%1 of %2) account for %3 of the transactions and %4 of the "
                     "modeled block time (%5 on %6).",
                     nullptr, pluralOf(known))
                .arg(countText(touched), countText(known),
                     all_transactions > 0 ? percentText(transactions / all_transactions) : Text::tr("0%"),
                     percentText(ns / all_ns), toQString(trace->kernel), toQString(trace->card.title));
    return paragraph(text);
}

} // namespace warploom::ui
