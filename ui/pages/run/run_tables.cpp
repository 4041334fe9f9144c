#include "ui/pages/run/run_tables.h"

#include "ui/look/words.h"
#include "ui/pages/run/operations.h"
#include "ui/pages/run/operations/operation_view.h"
#include "ui/pages/run/run_lines.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <set>

namespace warploom::ui {
namespace {

/// "faster" of a model is not what a measurement would call faster, and says so.
QString verdict_text(const RunResult& r) {
    if (!r.speedup) return {};
    const QString verdict = QLatin1String(to_string(r.speedup->verdict));
    return r.is_modelled() ? words("%1 in the model").arg(verdict) : verdict;
}

bool any_modelled(const std::vector<RunLine>& lines) {
    return std::any_of(lines.begin(), lines.end(), [](const RunLine& line) { return line.result->is_modelled(); });
}

/// The model's own columns stand at the end, and only where something was modelled.
void add_modelled_columns(Table& table, const char* value, const char* unit) {
    table.columns.push_back({value, unit});
    if (unit == std::string("ns"))
        for (const char* name : {"modelled_low", "modelled_high"}) table.columns.push_back({name, unit});
    table.columns.push_back({"binding_term", ""});
    table.columns.push_back({"model_error", ""});
}

/// Where the card's time lies if it misses the model as the cards' known times did, half of the time.
std::pair<double, double> modelled_range(const RunResult& r) {
    if (!(r.model_error() > 0) || !std::isfinite(r.time.median)) return {no_figure, no_figure};
    return {r.time.median * std::max(0.0, 1 - r.model_error()), r.time.median * (1 + r.model_error())};
}

void add_modelled_cells(std::vector<Cell>& row, const RunResult& r, double value, bool is_time) {
    const bool is = r.is_modelled();
    row.push_back(numberCell(is ? value : no_figure));
    if (is_time) {
        const auto [low, high] = modelled_range(r);
        row.push_back(numberCell(is ? low : no_figure));
        row.push_back(numberCell(is ? high : no_figure));
    }
    row.push_back(is && r.model ? Cell(r.model->binding) : Cell());
    row.push_back(numberCell(is && r.model_error() > 0 ? r.model_error() : no_figure));
}

/// "73 % of the limit" is read as good or bad at once; "cache" where the bytes came sooner than a copy brings them.
QString limitShare(const RunResult& r) {
    const double share = r.floor_ns / r.time.median;
    return share > 1 ? words("from caches") : words("%1 %").arg(numberText(100 * share, 2));
}

bool has_sweep(const ShownRuns& runs, wire::Sweep kind) {
    return std::any_of(runs.begin(), runs.end(), [&](const auto& run) { return run->plan.sweep == kind; });
}

} // namespace

ChartSpec runChartSpec(RunChart chart, wire::Sweep sweep, const QString& operation) {
    if (chart >= RunChart::residual) return operationChartSpec(chart, operation);
    const QString unit = viewOf(operation).info().unit;
    ChartSpec spec;
    spec.category = "kernel";
    spec.series = "series";
    spec.kind_column = "kind";
    spec.status_column = "status";
    spec.reason_column = "reason";
    switch (chart) {
    case RunChart::time:
        spec.title = words("Median time of one %1").arg(unit);
        spec.name = QStringLiteral("run-time");
        spec.value = "median";
        spec.low = "q1";
        spec.high = "q3";
        spec.modelled = "modelled";
        spec.modelled_low = "modelled_low";
        spec.modelled_high = "modelled_high";
        spec.value_title = words("time");
        spec.sample_value = "sample";
        break;
    case RunChart::speedup:
        spec.title = words("Speed-up against the baseline");
        spec.name = QStringLiteral("run-speedup");
        spec.value = "speedup";
        spec.modelled = "modelled_speedup";
        spec.low = "low";
        spec.high = "high";
        spec.value_title = words("times as fast as the baseline");
        spec.reference_value = 1.0;
        spec.reference_title = words("baseline");
        break;
    case RunChart::gflops:
        spec.title = viewOf(operation).rateTitle();
        spec.name = QStringLiteral("run-gflops");
        spec.value = "rate";
        spec.modelled = "modelled_rate";
        spec.value_title = words("rate");
        break;
    case RunChart::bandwidth:
        spec.title = words("Memory rate against a plain copy");
        spec.name = QStringLiteral("run-bandwidth");
        spec.value = "bandwidth";
        spec.modelled = "modelled_bandwidth";
        spec.value_title = words("bandwidth");
        spec.reference = "copy_bandwidth";
        spec.reference_title = words("measured copy:");
        break;
    case RunChart::limit:
        spec.title = words("What limits one %1").arg(unit);
        spec.name = QStringLiteral("run-limit");
        spec.value = "median";
        spec.value_title = words("time");
        spec.note_column = "share";
        spec.inner = "least";
        spec.inner_title = words("the least that its bytes or operations take here");
        spec.outer_title = words("the rest");
        break;
    case RunChart::sweep:
        spec.kind = ChartSpec::Kind::lines;
        spec.name = QStringLiteral("run-sweep");
        spec.value = "median";
        spec.low = "q1";
        spec.high = "q3";
        spec.modelled = "modelled";
        spec.modelled_low = "modelled_low";
        spec.modelled_high = "modelled_high";
        spec.series = "series";
        spec.value_title = words("time");
        spec.log_x = true;
        if (sweep == wire::Sweep::orders) {
            spec.title = viewOf(operation).sweepTitle();
            spec.x = "order";
            spec.x_title = words("order of the matrix (rows)");
            spec.log_value = true;
        } else {
            spec.title = words("Median time by block size");
            spec.x = "block";
            spec.x_title = words("threads a block");
        }
        break;
    default: break; // of one operation only: operationTable()
    }
    return spec;
}

Table runTable(RunChart chart, const ShownRuns& runs) {
    if (chart >= RunChart::residual) return operationTable(chart, runs);
    Table table;
    addRunFacts(table, runs);
    const bool sweep = chart == RunChart::sweep;
    const bool orders = has_sweep(runs, wire::Sweep::orders);
    std::vector<RunLine> lines = runLines(runs, !sweep);
    const RunVarying v = lines.empty() ? RunVarying{} : runVarying(lines);
    addHeadColumns(table);
    switch (chart) {
    case RunChart::time:
        for (const char* name : {"median", "q1", "q3", "min"}) table.columns.push_back({name, "ns"});
        table.columns.push_back({"samples", ""});
        break;
    case RunChart::speedup:
        for (const char* name : {"speedup", "low", "high"}) table.columns.push_back({name, ""});
        table.columns.push_back({"verdict", ""});
        table.columns.push_back({"baseline", ""});
        break;
    case RunChart::gflops: table.columns.push_back({"rate", "gflops"}); break;
    case RunChart::bandwidth:
        table.columns.push_back({"bandwidth", "gbytes_per_s"});
        table.columns.push_back({"copy_bandwidth", "gbytes_per_s"});
        break;
    case RunChart::limit:
        for (const char* name : {"median", "floor", "least", "rest"}) table.columns.push_back({name, "ns"});
        for (const char* name : {"share", "floor_of"}) table.columns.push_back({name, ""});
        break;
    case RunChart::sweep:
        table.columns.push_back({"order", ""});
        for (const char* name : {"median", "q1", "q3"}) table.columns.push_back({name, "ns"});
        break;
    default: break; // of one operation only: operationTable()
    }
    if (sweep && !orders && !has_sweep(runs, wire::Sweep::blocks)) return table;
    const bool with_model = chart != RunChart::limit && any_modelled(lines);
    if (with_model) {
        switch (chart) {
        case RunChart::time:
        case RunChart::sweep: add_modelled_columns(table, "modelled", "ns"); break;
        case RunChart::speedup: add_modelled_columns(table, "modelled_speedup", ""); break;
        case RunChart::gflops: add_modelled_columns(table, "modelled_rate", "gflops"); break;
        case RunChart::bandwidth: add_modelled_columns(table, "modelled_bandwidth", "gbytes_per_s"); break;
        default: break; // of one operation only: operationTable()
        }
    }
    for (const RunLine& line : lines) {
        const RunResult& r = *line.result;
        if (sweep && line.run->plan.sweep != (orders ? wire::Sweep::orders : wire::Sweep::blocks)) continue;
        if (sweep && !orders && r.block <= 0) continue;              // a host kernel has no blocks
        if (chart == RunChart::limit && !(r.floor_ns > 0)) continue; // modelled, or not yet known
        std::string series = runSeries(line, v, !sweep || orders, !sweep);
        if (sweep) series = r.kernel + (series.empty() ? "" : ", " + series);
        std::vector<Cell> row = headCells(line, series);
        // A modelled number leaves the measured columns empty.
        const auto measured = [&r](double value) { return numberCell(r.is_modelled() ? no_figure : value); };
        double modelled = r.time.median;
        switch (chart) {
        case RunChart::time:
            for (const double value : {r.time.median, r.time.q1, r.time.q3, r.time.min}) row.push_back(measured(value));
            row.emplace_back(static_cast<std::int64_t>(r.is_modelled() ? 0 : r.samples.size()));
            break;
        case RunChart::speedup:
            row.push_back(measured(r.speedup_ratio()));
            row.push_back(measured(r.speedup ? r.speedup->low : no_figure));
            row.push_back(measured(r.speedup ? r.speedup->high : no_figure));
            row.push_back(textCell(verdict_text(r)));
            row.push_back(r.speedup ? Cell(r.speedup->baseline) : Cell(std::string()));
            modelled = r.speedup_ratio();
            break;
        case RunChart::gflops:
            row.push_back(measured(r.gflops));
            modelled = r.gflops;
            break;
        case RunChart::bandwidth:
            row.push_back(measured(r.gbytes_per_s));
            row.push_back(measured(r.copy_gbytes_per_s));
            modelled = r.gbytes_per_s;
            break;
        case RunChart::limit: {
            const double least = std::min(r.floor_ns, r.time.median); // from caches bytes come sooner
            for (const double value : {r.time.median, r.floor_ns, least, r.time.median - least})
                row.push_back(measured(value));
            row.push_back(textCell(limitShare(r)));
            row.emplace_back(r.floor_of);
            break;
        }
        case RunChart::sweep:
            row.push_back(knownCell(r.order));
            for (const double value : {r.time.median, r.time.q1, r.time.q3}) row.push_back(measured(value));
            break;
        default: break; // of one operation only: operationTable()
        }
        if (with_model) add_modelled_cells(row, r, modelled, chart == RunChart::time || chart == RunChart::sweep);
        table.add_row(std::move(row));
    }
    return table;
}

Table sampleTable(const ShownRuns& runs) {
    Table table;
    table.title = "samples";
    addRunFacts(table, runs);
    table.columns = {{"kernel", ""}, {"machine", ""}, {"precision", ""}, {"block", ""},
                     {"matrix", ""}, {"series", ""},  {"kind", ""},      {"sample", "ns"}};
    const std::vector<RunLine> lines = runLines(runs, false);
    const RunVarying v = lines.empty() ? RunVarying{} : runVarying(lines);
    for (const RunLine& line : lines) {
        const RunResult& r = *line.result;
        if (!std::isfinite(r.time.median) || r.is_modelled()) continue; // an estimate has no samples
        const std::vector<Cell> head{r.kernel,
                                     r.machine,
                                     std::string(to_string(r.precision)),
                                     std::int64_t{r.block},
                                     textCell(QFileInfo(r.matrix).fileName()),
                                     runSeries(line, v),
                                     std::string(to_string(r.time.kind))};
        for (const measure::Sample& sample : r.samples) {
            std::vector<Cell> row = head;
            row.push_back(numberCell(sample.time_ns));
            table.add_row(std::move(row));
        }
    }
    return table;
}

namespace {

/// Of a modelled row these are modelled, too, and stand in columns of their own.
bool follows_time(const Column& column) {
    return column.name == "speedup" || column.name == "gflops" || column.name == "bandwidth" ||
           (column.unit == "ns" && column.name != "floor" && column.name != "conversion" &&
            column.name != "preprocess" && column.name != "transfer");
}

/// What is looked for first stands first, because the dock shows few columns at once; the rest as on the wire.
std::vector<std::size_t> readingOrder(const std::vector<Column>& columns) {
    std::vector<std::size_t> order;
    for (const char* name : {"kernel", "machine", "status", "kind", "median", "binding"})
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (columns[c].name == name) order.push_back(c);
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (std::find(order.begin(), order.end(), c) == order.end()) order.push_back(c);
    return order;
}

} // namespace

Table resultTable(const ShownRuns& runs) {
    Table table;
    table.title = "results";
    addRunFacts(table, runs);
    const std::vector<RunLine> lines = runLines(runs, true);
    const bool with_model = any_modelled(lines);
    const std::string operation = runOperation(runs).toStdString();
    std::vector<Column> columns = wire::Row::fields().columns();
    for (Column& own : wire::result_columns(operation)) columns.push_back(std::move(own));
    const std::vector<std::size_t> order = readingOrder(columns);
    table.columns = {{"run", ""}};
    for (const std::size_t c : order) {
        const Column& column = columns[c];
        table.columns.push_back(column);
        if (with_model && follows_time(column))
            table.columns.push_back({column.name == "median" ? "modelled" : "modelled_" + column.name, column.unit});
    }
    for (const char* name : {"matrix", "order", "nonzeros"}) table.columns.push_back({name, ""});
    for (const RunLine& line : lines) {
        const RunResult& r = *line.result;
        std::vector<Cell> values;
        wire::Row::fields().add_cells(r, values);
        wire::add_result_cells(operation, r.result, values);
        std::vector<Cell> row{std::int64_t{line.run->number}};
        for (const std::size_t c : order) {
            const bool follows = follows_time(columns[c]);
            if (columns[c].name == "verdict") values[c] = textCell(verdict_text(r));
            row.push_back(follows && r.is_modelled() ? Cell() : values[c]);
            if (with_model && follows) row.push_back(r.is_modelled() ? values[c] : Cell());
        }
        for (Cell cell : {textCell(QFileInfo(r.matrix).fileName()), knownCell(r.order), knownCell(r.nonzeros)})
            row.push_back(std::move(cell));
        table.add_row(std::move(row));
    }
    return table;
}

} // namespace warploom::ui
