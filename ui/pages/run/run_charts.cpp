// The charts of page Run, one entry each. Those that only one operation has stand with it (ui/pages/run/operations).
#include "ui/look/qt_text.h"
#include "ui/look/words.h"
#include "ui/pages/run/operations/operation_view.h"
#include "ui/pages/run/run_columns.h"
#include "ui/pages/run/run_scaling.h"
#include "ui/pages/run/run_tables.h"

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

constexpr int first_of_operations = static_cast<int>(RunChart::residual);
constexpr int of_operations = 4;

double median(const ChartRow& row) { return row.result().time.median; }
double q1(const ChartRow& row) { return row.result().time.q1; }
double q3(const ChartRow& row) { return row.result().time.q3; }

/// From caches bytes come sooner than a copy brings them.
double least(const ChartRow& row) { return std::min(row.result().floor_ns, row.result().time.median); }

/// "73 % of the limit" is read as good or bad at once; "cache" where the bytes came sooner than a copy brings them.
std::string limitShare(const ChartRow& row) {
    const double share = row.result().floor_ns / row.result().time.median;
    return (share > 1 ? words("from caches") : words("%1 %").arg(numberText(100 * share, 2))).toStdString();
}

bool has_sweep(const std::vector<RunLine>& lines, wire::Sweep kind) {
    return std::any_of(lines.begin(), lines.end(), [&](const RunLine& line) { return line.run->plan.sweep == kind; });
}

/// In the order of the runs, so that points of a line follow each other.
std::vector<ChartRow> sweepRows(const std::vector<RunLine>& lines, const RunVarying& v) {
    const bool orders = has_sweep(lines, wire::Sweep::orders);
    std::vector<ChartRow> rows;
    for (const RunLine& line : lines) {
        const RunResult& r = *line.result;
        if (line.run->plan.sweep != (orders ? wire::Sweep::orders : wire::Sweep::blocks)) continue;
        if (!orders && r.block <= 0) continue; // a host kernel has no blocks
        const std::string varying = runSeries(line, v, orders, false);
        rows.push_back({line, r.kernel + (varying.empty() ? "" : ", " + varying), r.time.median});
    }
    return rows;
}

std::vector<ChartRow> limitedRows(const std::vector<RunLine>& lines, const RunVarying& v) {
    std::vector<ChartRow> rows = chartRows(lines, v);
    std::erase_if(rows, [](const ChartRow& row) { return !(row.result().floor_ns > 0); }); // modelled, or not yet known
    return rows;
}

/// Those that save something over the baseline.
std::vector<ChartRow> paidRows(const std::vector<RunLine>& lines, const RunVarying& v) {
    std::vector<ChartRow> rows = chartRows(lines, v);
    std::erase_if(rows, [](const ChartRow& row) { return !std::isfinite(row.result().break_even); });
    return rows;
}

/// "After 12 calls ell has earned its preparation back. jad needs 300."
QString breakEvenReading(const ShownRuns&, const std::vector<RunLine>& lines) {
    const auto [soonest, latest] = extremesOf(lines, [](const RunResult& r) { return r.break_even; });
    if (soonest == nullptr) return words("No kernel saves time over the baseline, so nothing is earned back.");
    const auto calls = [](const RunResult* r) { return countText(std::llround(std::ceil(r->break_even))); };
    const QString text =
        soonest->break_even > 0
            ? words("After %1 calls %2 has earned its preparation back.").arg(calls(soonest), qt(soonest->kernel))
            : words("%1 costs no more to prepare than the baseline.").arg(qt(soonest->kernel));
    return soonest == latest ? text : text + words(" %1 needs %2 calls.").arg(qt(latest->kernel), calls(latest));
}

/// "75 % padding"
std::string paddingShare(const ChartRow& row) {
    const auto held = row.result().value_slots.value_or(0), padding = row.result().padding.value_or(0);
    if (held <= 0 || padding <= 0) return {};
    const double percent = 100.0 * static_cast<double>(padding) / static_cast<double>(held);
    return words("%1 % padding").arg(numberText(percent, 2)).toStdString();
}

/// "ell takes 3.20 times the bytes of csr-scalar."
QString memoryReading(const ShownRuns&, const std::vector<RunLine>& lines) {
    const auto [least, most] = extremesOf(
        lines, [](const RunResult& r) { return r.format_bytes > 0 ? static_cast<double>(r.format_bytes) : no_figure; });
    if (least == nullptr) return {};
    if (least->format_bytes == most->format_bytes)
        return words("Every kernel reads a format of %1.")
            .arg(quantityText(static_cast<double>(least->format_bytes), "bytes"));
    return words("%1 reads the least, %2; the format of %3 takes %4 times as much.")
        .arg(qt(least->kernel), quantityText(static_cast<double>(least->format_bytes), "bytes"), qt(most->kernel),
             numberText(static_cast<double>(most->format_bytes) / static_cast<double>(least->format_bytes), 3));
}

/// In the order of the tabs. The first six are those that RunChart names.
std::vector<RunChartEntry> generalCharts(const OperationView& operation, wire::Sweep sweep) {
    const QString unit = operation.info().unit;
    return {
        {words("Time"),
         [unit](ChartSpec& spec) {
             spec.call("run-time", words("Median time of one %1").arg(unit), words("time"));
             spec.low = "q1";
             spec.high = "q3";
             spec.sample_value = "sample";
         },
         {measuredColumn("median", "ns", median, "modelled"),
          measuredColumn("q1", "ns", q1),
          measuredColumn("q3", "ns", q3),
          measuredColumn("min", "ns", [](const ChartRow& row) { return row.result().time.min; }),
          {"samples", "",
           [](const ChartRow& row) {
               return Cell(static_cast<std::int64_t>(row.result().is_modelled() ? 0 : row.result().samples.size()));
           }}}},
        {words("Speed-up"),
         [](ChartSpec& spec) {
             spec.call("run-speedup", words("Speed-up against the baseline"), words("times as fast as the baseline"));
             spec.low = "low";
             spec.high = "high";
             spec.reference_value = 1.0;
             spec.reference_title = words("baseline");
         },
         {measuredColumn(
              "speedup", "", [](const ChartRow& row) { return row.result().speedup_ratio(); }, "modelled_speedup"),
          measuredColumn(
              "low", "",
              [](const ChartRow& row) { return row.result().speedup ? row.result().speedup->low : no_figure; }),
          measuredColumn(
              "high", "",
              [](const ChartRow& row) { return row.result().speedup ? row.result().speedup->high : no_figure; }),
          textColumn("verdict", [](const ChartRow& row) { return verdictText(row.result()).toStdString(); }),
          textColumn("baseline",
                     [](const ChartRow& row) {
                         return row.result().speedup ? row.result().speedup->baseline : std::string();
                     })}},
        {words("GFLOP/s"),
         [title = operation.rateTitle()](ChartSpec& spec) { spec.call("run-gflops", title, words("rate")); },
         {measuredColumn("rate", "gflops", fieldOf(&RunResult::gflops), "modelled_rate")}},
        {words("GB/s"),
         [](ChartSpec& spec) {
             spec.call("run-bandwidth", words("Memory rate against a plain copy"), words("bandwidth"));
             spec.reference = "copy_bandwidth";
             spec.reference_title = words("measured copy:");
         },
         {measuredColumn("bandwidth", "gbytes_per_s", fieldOf(&RunResult::gbytes_per_s), "modelled_bandwidth"),
          measuredColumn("copy_bandwidth", "gbytes_per_s", fieldOf(&RunResult::copy_gbytes_per_s))}},
        {words("Limit"),
         [unit](ChartSpec& spec) {
             spec.call("run-limit", words("Limit of one %1").arg(unit), words("time"));
             spec.note_column = "share";
             spec.inner = "least";
             spec.inner_title = words("the least that its bytes or operations take here");
             spec.outer_title = words("the rest");
         },
         {measuredColumn("median", "ns", median), measuredColumn("floor", "ns", fieldOf(&RunResult::floor_ns)),
          measuredColumn("least", "ns", least),
          measuredColumn("rest", "ns", [](const ChartRow& row) { return median(row) - least(row); }),
          textColumn("share", limitShare), textColumn("floor_of", fieldOf(&RunResult::floor_of))},
         limitedRows},
        {words("Sweep"),
         [sweep, title = operation.sweepTitle()](ChartSpec& spec) {
             const bool orders = sweep == wire::Sweep::orders;
             spec.call("run-sweep", orders ? title : words("Median time by block size"), words("time"));
             spec.low = "q1";
             spec.high = "q3";
             spec.log_x = true;
             spec.log_value = orders;
             spec.over(orders ? "order" : "block",
                       orders ? words("order of the matrix (rows)") : words("threads a block"));
         },
         {{"order", "", [](const ChartRow& row) { return knownCell(row.result().order); }},
          measuredColumn("median", "ns", median, "modelled"),
          measuredColumn("q1", "ns", q1),
          measuredColumn("q3", "ns", q3)},
         sweepRows},
        {words("Memory"),
         [](ChartSpec& spec) {
             spec.call("run-memory", words("What each kernel reads of the matrix, as its format stores it"),
                       words("bytes of the format"));
             spec.kind_column = "what";
             spec.note_column = "padding_share";
         },
         {numberColumn("format", "bytes",
                       [](const ChartRow& row) {
                           const auto bytes = row.result().format_bytes;
                           return bytes > 0 ? static_cast<double>(bytes) : no_figure;
                       }),
          numberColumn("bytes_per_nonzero", "",
                       [](const ChartRow& row) {
                           const RunResult& r = row.result();
                           return r.format_bytes > 0 && r.nonzeros > 0
                                      ? static_cast<double>(r.format_bytes) / static_cast<double>(r.nonzeros)
                                      : no_figure;
                       }),
          textColumn("padding_share", paddingShare),
          textColumn("what", [](const ChartRow&) { return std::string(to_string(PlotKind::computed)); })},
         {},
         memoryReading},
        {words("Break-even"),
         [](ChartSpec& spec) {
             spec.call("run-break-even", words("Calls until the preparation is earned back, over the baseline"),
                       words("calls"));
         },
         {measuredColumn("calls", "", fieldOf(&RunResult::break_even), "modelled_calls"),
          numberColumn("conversion", "ns", fieldOf(&RunResult::conversion_ns)),
          numberColumn("preprocess", "ns", fieldOf(&RunResult::preprocess_ns)),
          numberColumn("transfer", "ns", fieldOf(&RunResult::transfer_ns))},
         paidRows,
         breakEvenReading},
    };
}

/// Nothing where the operation has it not.
std::optional<RunChartEntry> entryOf(RunChart chart, const QString& operation, wire::Sweep sweep = wire::Sweep::none) {
    const OperationView& view = viewOf(operation);
    if (isOfOperation(chart)) {
        for (OperationChart& own : view.charts())
            if (own.chart == chart) return std::move(own.entry);
        return std::nullopt;
    }
    const int at = static_cast<int>(chart);
    std::vector<RunChartEntry> all = generalCharts(view, sweep);
    return std::move(all.at(static_cast<std::size_t>(at < first_of_operations ? at : at - of_operations)));
}

} // namespace

int runCharts() { return static_cast<int>(generalCharts(spmvView(), {}).size()) + of_operations; }

bool isOfOperation(RunChart chart) {
    const int at = static_cast<int>(chart);
    return at >= first_of_operations && at < first_of_operations + of_operations;
}

bool hasRunChart(RunChart chart, const QString& operation) {
    if (chart == RunChart::scaling) return viewOf(operation).isShared();
    return entryOf(chart, operation).has_value();
}

QString runChartTab(RunChart chart, const QString& operation) {
    if (chart == RunChart::scaling) return words("Scaling");
    const auto entry = entryOf(chart, operation);
    return entry ? entry->tab : QString();
}

ChartSpec runChartSpec(RunChart chart, wire::Sweep sweep, const QString& operation) {
    if (chart == RunChart::scaling) return scalingSpec();
    const auto entry = entryOf(chart, operation, sweep);
    return entry ? specOf(*entry) : ChartSpec();
}

Table runTable(RunChart chart, const ShownRuns& runs) {
    if (chart == RunChart::scaling) return scalingTable(runs);
    const auto entry = entryOf(chart, runOperation(runs));
    Table table = entry ? tableOf(*entry, runLines(runs, chart != RunChart::sweep)) : Table();
    addRunFacts(table, runs);
    return table;
}

std::optional<QString> ownReading(RunChart chart, const ShownRuns& runs) {
    if (chart == RunChart::scaling) return scalingReading(runs);
    const std::vector<RunLine> lines = runLines(runs, false);
    const auto entry = entryOf(chart, runOperation(runs));
    if (!entry) return QString();
    if (!entry->reading) return std::nullopt;
    return lines.empty() ? QString() : entry->reading(runs, lines);
}

} // namespace warploom::ui
