// Charts of the Run page that apply to every operation. Charts for a single operation are in ui/components/operations.
#include "engine/protocol/messages/advice.h"
#include "ui/components/operations/operation_view.h"
#include "ui/components/operations/run_columns.h"
#include "ui/components/operations/run_tables.h"
#include "ui/pages/run/run_scaling.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

constexpr int first_of_operations = static_cast<int>(RunChart::residual);
constexpr int of_operations = 4;

double median(const ChartPoint& row) { return row.result().time.median; }
double q1(const ChartPoint& row) { return row.result().time.q1; }
double q3(const ChartPoint& row) { return row.result().time.q3; }

/// Returns the lower bound on a kernel's time, limited to the measured time. A kernel can be faster than the bound,
/// because caches can deliver data faster than the copy bandwidth allows.
double least(const ChartPoint& row) { return std::min(row.result().floor_ns, row.result().time.median); }

/// Returns the lower bound as a percentage of the measured time, such as "73%", or "from caches" if the kernel was
/// faster than this bound.
QString limitShareText(const ChartPoint& row) {
    const double share = row.result().floor_ns / row.result().time.median;
    return share > 1 ? Text::tr("from caches") : Text::tr("%1%").arg(numberText(100 * share, 2));
}
std::string limitShare(const ChartPoint& row) { return limitShareText(row).toStdString(); }

bool has_sweep(const std::vector<RunResultRef>& lines, protocol::Sweep kind) {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const RunResultRef& line) { return line.run->plan.sweep == kind; });
}

/// Returns the rows of a sweep in run order, so that lines connect consecutive points.
std::vector<ChartPoint> sweepRows(const std::vector<RunResultRef>& lines, const RunVarying& v) {
    const bool orders = has_sweep(lines, protocol::Sweep::orders);
    std::vector<ChartPoint> rows;
    for (const RunResultRef& line : lines) {
        const RunResult& r = *line.result;
        if (line.run->plan.sweep != (orders ? protocol::Sweep::orders : protocol::Sweep::blocks)) continue;
        if (!orders && r.block <= 0) continue; // a host kernel has no block size
        const std::string varying = runSeries(line, v, orders, false);
        rows.push_back({line, r.kernel + (varying.empty() ? "" : ", " + varying), r.time.median});
    }
    return rows;
}

std::vector<ChartPoint> limitedRows(const std::vector<RunResultRef>& lines, const RunVarying& v) {
    std::vector<ChartPoint> rows = chartRows(lines, v);
    std::erase_if(rows,
                  // Remove rows without a lower bound, which are modeled or have not been measured yet.
                  [](const ChartPoint& row) { return !(row.result().floor_ns > 0); });
    return rows;
}

/// Returns the results of the kernels that are faster than the baseline, so that their preparation can pay off.
std::vector<ChartPoint> paidRows(const std::vector<RunResultRef>& lines, const RunVarying& v) {
    std::vector<ChartPoint> rows = chartRows(lines, v);
    std::erase_if(rows, [](const ChartPoint& row) { return !std::isfinite(row.result().break_even); });
    return rows;
}

/// Returns a sentence such as "The preparation of ell pays off after 12 calls."
QString breakEvenReading(const ShownRuns&, const std::vector<RunResultRef>& lines) {
    const auto [soonest, latest] = extremesOf(lines, [](const RunResult& r) { return r.break_even; });
    if (soonest == nullptr)
        return Text::tr("No kernel is faster than the baseline, so the preparation never pays off.");
    const auto calls = [](const RunResult* r) { return std::llround(std::ceil(r->break_even)); };
    const auto pays_off = [&](const RunResult* r) {
        if (!std::isfinite(r->break_even_low))
            return Text::tr("The preparation of %1 pays off after %2 calls.", nullptr, pluralOf(calls(r)))
                .arg(toQString(r->kernel), countText(calls(r)));
        const QString low = countText(protocol::rounded_calls(r->break_even_low));
        if (!std::isfinite(r->break_even_high))
            return Text::tr("The preparation of %1 pays off after %2 calls at the earliest.")
                .arg(toQString(r->kernel), low);
        return Text::tr("The preparation of %1 pays off after %2 to %3 calls.")
            .arg(toQString(r->kernel), low, countText(protocol::rounded_calls(r->break_even_high)));
    };
    const QString first =
        soonest->break_even > 0
            ? pays_off(soonest)
            : Text::tr("Preparing %1 costs no more than preparing the baseline.").arg(toQString(soonest->kernel));
    return soonest == latest ? first : paragraph({first, pays_off(latest)});
}

QString paddingShareText(const ChartPoint& row) {
    const auto held = row.result().value_slots.value_or(0), padding = row.result().padding.value_or(0);
    if (held <= 0 || padding <= 0) return {};
    const double percent = 100.0 * static_cast<double>(padding) / static_cast<double>(held);
    return Text::tr("%1% padding").arg(numberText(percent, 2));
}
std::string paddingShare(const ChartPoint& row) { return paddingShareText(row).toStdString(); }

QString memoryReading(const ShownRuns&, const std::vector<RunResultRef>& lines) {
    const auto [least, most] = extremesOf(
        lines, [](const RunResult& r) { return r.format_bytes > 0 ? static_cast<double>(r.format_bytes) : no_figure; });
    if (least == nullptr) return {};
    if (least->format_bytes == most->format_bytes)
        return Text::tr("All kernels use formats of the same size (%1).")
            .arg(quantityText(static_cast<double>(least->format_bytes), "bytes"));
    return Text::tr("%1 reads the fewest bytes (%2). %3 reads %4 times as many.")
        .arg(toQString(least->kernel), quantityText(static_cast<double>(least->format_bytes), "bytes"),
             toQString(most->kernel),
             numberText(static_cast<double>(most->format_bytes) / static_cast<double>(least->format_bytes), 3));
}

/// Returns the charts in tab order. The first six correspond to RunChart.
std::vector<RunChartEntry> generalCharts(const OperationView& operation, protocol::Sweep sweep) {
    const OperationInfo info = operation.info();
    return {
        {Text::tr("Time"),
         [info](ChartSpec& spec) {
             spec.call("run-time", info.time_title, Text::tr("time"));
             spec.low = "q1";
             spec.high = "q3";
             spec.sample_value = "sample";
         },
         {measuredColumn("median", "ns", median, "modelled"),
          measuredColumn("q1", "ns", q1),
          measuredColumn("q3", "ns", q3),
          measuredColumn("min", "ns", [](const ChartPoint& row) { return row.result().time.min; }),
          {"samples", "",
           [](const ChartPoint& row) {
               return Cell(static_cast<std::int64_t>(row.result().is_modelled() ? 0 : row.result().samples.size()));
           }}}},
        {Text::tr("Speedup"),
         [](ChartSpec& spec) {
             spec.call("run-speedup", Text::tr("Speedup over the baseline"), Text::tr("speedup"));
             spec.low = "low";
             spec.high = "high";
             spec.reference_value = 1.0;
             spec.reference_title = Text::tr("baseline");
         },
         {measuredColumn(
              "speedup", "", [](const ChartPoint& row) { return row.result().speedup_ratio(); }, "modelled_speedup"),
          measuredColumn(
              "low", "",
              [](const ChartPoint& row) { return row.result().speedup ? row.result().speedup->low : no_figure; }),
          measuredColumn(
              "high", "",
              [](const ChartPoint& row) { return row.result().speedup ? row.result().speedup->high : no_figure; }),
          textColumn("verdict", [](const ChartPoint& row) { return verdictText(row.result()).toStdString(); }),
          textColumn("baseline",
                     [](const ChartPoint& row) {
                         return row.result().speedup ? row.result().speedup->baseline : std::string();
                     })}},
        {Text::tr("GFLOP/s"),
         [title = operation.rateTitle()](ChartSpec& spec) { spec.call("run-gflops", title, Text::tr("rate")); },
         {measuredColumn("rate", "gflops", fieldOf(&RunResult::gflops), "modelled_rate")}},
        {Text::tr("GB/s"),
         [](ChartSpec& spec) {
             spec.call("run-bandwidth", Text::tr("Memory throughput compared with a plain copy"),
                       Text::tr("bandwidth"));
             spec.reference = "copy_bandwidth";
             spec.reference_title = Text::tr("measured copy:");
         },
         {measuredColumn("bandwidth", "gbytes_per_s", fieldOf(&RunResult::gbytes_per_s), "modelled_bandwidth"),
          measuredColumn("copy_bandwidth", "gbytes_per_s", fieldOf(&RunResult::copy_gbytes_per_s))}},
        {Text::tr("Limit"),
         [info](ChartSpec& spec) {
             spec.call("run-limit", info.limit_title, Text::tr("time"));
             spec.note_column = "share";
             spec.inner = "least";
             spec.inner_title = Text::tr("minimum time to move the bytes or execute the operations on this machine");
             spec.outer_title = Text::tr("remaining time");
         },
         {measuredColumn("median", "ns", median), measuredColumn("floor", "ns", fieldOf(&RunResult::floor_ns)),
          measuredColumn("least", "ns", least),
          measuredColumn("rest", "ns", [](const ChartPoint& row) { return median(row) - least(row); }),
          textColumn("share", limitShare), textColumn("floor_of", fieldOf(&RunResult::floor_of))},
         limitedRows},
        {Text::tr("Sweep"),
         [sweep, title = operation.sweepTitle()](ChartSpec& spec) {
             const bool orders = sweep == protocol::Sweep::orders;
             spec.call("run-sweep", orders ? title : Text::tr("Median time by block size"), Text::tr("time"));
             spec.low = "q1";
             spec.high = "q3";
             spec.log_x = true;
             spec.log_value = orders;
             spec.over(orders ? "order" : "block",
                       orders ? Text::tr("matrix size (rows)") : Text::tr("threads per block"));
         },
         {{"order", "", [](const ChartPoint& row) { return knownCell(row.result().order); }},
          measuredColumn("median", "ns", median, "modelled"),
          measuredColumn("q1", "ns", q1),
          measuredColumn("q3", "ns", q3)},
         sweepRows},
        {Text::tr("Memory"),
         [](ChartSpec& spec) {
             spec.call("run-memory", Text::tr("Matrix bytes read by each kernel"), Text::tr("format size"));
             spec.kind_column = "what";
             spec.note_column = "padding_share";
         },
         {numberColumn("format", "bytes",
                       [](const ChartPoint& row) {
                           const auto bytes = row.result().format_bytes;
                           return bytes > 0 ? static_cast<double>(bytes) : no_figure;
                       }),
          numberColumn("bytes_per_nonzero", "",
                       [](const ChartPoint& row) {
                           const RunResult& r = row.result();
                           return r.format_bytes > 0 && r.nonzeros > 0
                                      ? static_cast<double>(r.format_bytes) / static_cast<double>(r.nonzeros)
                                      : no_figure;
                       }),
          textColumn("padding_share", paddingShare),
          textColumn("what", [](const ChartPoint&) { return std::string(to_string(PlotKind::computed)); })},
         {},
         memoryReading},
        {Text::tr("Break-even"),
         [](ChartSpec& spec) {
             spec.call("run-break-even",
                       Text::tr("Number of calls until the preparation pays off compared with the baseline"),
                       Text::tr("calls"));
         },
         {measuredColumn("calls", "", fieldOf(&RunResult::break_even), "modelled_calls"),
          numberColumn("calls_low", "", fieldOf(&RunResult::break_even_low)),
          numberColumn("calls_high", "", fieldOf(&RunResult::break_even_high)),
          numberColumn("conversion", "ns", fieldOf(&RunResult::conversion_ns)),
          numberColumn("preprocess", "ns", fieldOf(&RunResult::preprocess_ns)),
          numberColumn("transfer", "ns", fieldOf(&RunResult::transfer_ns))},
         paidRows,
         breakEvenReading},
    };
}

/// Returns the chart of an operation, or std::nullopt if the operation does not have this chart.
std::optional<RunChartEntry> entryOf(RunChart chart, const QString& operation,
                                     protocol::Sweep sweep = protocol::Sweep::none) {
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
    if (chart == RunChart::scaling) return Text::tr("Scaling");
    const auto entry = entryOf(chart, operation);
    return entry ? entry->tab : QString();
}

ChartSpec runChartSpec(RunChart chart, protocol::Sweep sweep, const QString& operation) {
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
    const std::vector<RunResultRef> lines = runLines(runs, false);
    const auto entry = entryOf(chart, runOperation(runs));
    if (!entry) return QString();
    if (!entry->reading) return std::nullopt;
    return lines.empty() ? QString() : entry->reading(runs, lines);
}

} // namespace warploom::ui
