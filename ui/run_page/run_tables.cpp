#include "ui/run_page/run_tables.h"

#include "ui/run_page/operations.h"
#include "ui/run_page/run_lines.h"
#include "ui/words.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <set>

namespace warploom::ui {
namespace {

/// "faster" of a model is not what a measurement would call faster, and says so.
QString verdict_text(const RunResult& r) {
    return r.verdict.isEmpty() || !r.isModelled() ? r.verdict : words("%1 in the model").arg(r.verdict);
}

bool any_modelled(const std::vector<RunLine>& lines) {
    return std::any_of(lines.begin(), lines.end(), [](const RunLine& line) { return line.result->isModelled(); });
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
    if (!(r.model_error > 0) || !std::isfinite(r.median)) return {RunResult::none, RunResult::none};
    return {r.median * std::max(0.0, 1 - r.model_error), r.median * (1 + r.model_error)};
}

void add_modelled_cells(std::vector<Cell>& row, const RunResult& r, double value, bool is_time) {
    const bool is = r.isModelled();
    row.push_back(numberCell(is ? value : RunResult::none));
    if (is_time) {
        const auto [low, high] = modelled_range(r);
        row.push_back(numberCell(is ? low : RunResult::none));
        row.push_back(numberCell(is ? high : RunResult::none));
    }
    row.push_back(is ? textCell(r.binding) : Cell());
    row.push_back(numberCell(is && r.model_error > 0 ? r.model_error : RunResult::none));
}

bool has_sweep(const ShownRuns& runs, const char* kind) {
    return std::any_of(runs.begin(), runs.end(),
                       [&](const auto& run) { return run->plan.sweep == QLatin1String(kind); });
}

} // namespace

ChartSpec runChartSpec(RunChart chart, const QString& sweep, const QString& operation) {
    if (chart >= RunChart::residual) return operationChartSpec(chart, operation);
    const QString unit = operationInfo(operation).unit;
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
        spec.title = operation == QLatin1String("spmv")
                         ? words("Arithmetic rate (2 operations a nonzero, padding not counted)")
                         : words("Arithmetic rate (useful operations only)");
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
        if (sweep == QLatin1String("orders")) {
            spec.title = operation == QLatin1String("tridiagonal") ? words("Median time by number of unknowns")
                                                                   : words("Median time by order of the matrix");
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
    const bool orders = has_sweep(runs, "orders");
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
    case RunChart::sweep:
        table.columns.push_back({"order", ""});
        for (const char* name : {"median", "q1", "q3"}) table.columns.push_back({name, "ns"});
        break;
    default: break; // of one operation only: operationTable()
    }
    if (sweep && !orders && !has_sweep(runs, "blocks")) return table;
    const bool with_model = any_modelled(lines);
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
        if (sweep && line.run->plan.sweep != QLatin1String(orders ? "orders" : "blocks")) continue;
        if (sweep && !orders && r.block <= 0) continue; // a host kernel has no blocks
        std::string series = runSeries(line, v, !sweep || orders, !sweep);
        if (sweep) series = r.kernel.toStdString() + (series.empty() ? "" : ", " + series);
        const bool simulation = r.kind == QLatin1String("simulation");
        if (chart == RunChart::bandwidth && simulation) continue; // how fast a host simulates is no bandwidth of a card
        if ((chart == RunChart::gflops || chart == RunChart::speedup) && simulation) continue;
        std::vector<Cell> row = headCells(line, series);
        // A modelled number leaves the measured columns empty.
        const auto measured = [&r](double value) { return numberCell(r.isModelled() ? RunResult::none : value); };
        double modelled = r.median;
        switch (chart) {
        case RunChart::time:
            for (const double value : {r.median, r.q1, r.q3, r.min}) row.push_back(measured(value));
            row.emplace_back(static_cast<std::int64_t>(r.isModelled() ? 0 : r.samples.size()));
            break;
        case RunChart::speedup:
            for (const double value : {r.speedup, r.speedup_low, r.speedup_high}) row.push_back(measured(value));
            row.push_back(textCell(verdict_text(r)));
            row.push_back(textCell(r.baseline));
            modelled = r.speedup;
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
        case RunChart::sweep:
            row.push_back(knownCell(r.order));
            for (const double value : {r.median, r.q1, r.q3}) row.push_back(measured(value));
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
        if (!std::isfinite(r.median) || r.isModelled()) continue; // an estimate has no samples
        const std::vector<Cell> head{textCell(r.kernel),
                                     textCell(r.machine),
                                     textCell(r.precision),
                                     std::int64_t{r.block},
                                     textCell(QFileInfo(r.matrix).fileName()),
                                     runSeries(line, v),
                                     textCell(r.kind)};
        for (const double sample : r.samples) {
            std::vector<Cell> row = head;
            row.push_back(numberCell(sample));
            table.add_row(std::move(row));
        }
    }
    return table;
}

Table resultTable(const ShownRuns& runs) {
    Table table;
    table.title = "results";
    addRunFacts(table, runs);
    const std::vector<RunLine> lines = runLines(runs, true);
    const bool with_model = any_modelled(lines);
    const auto columns = [&table](std::initializer_list<Column> all) {
        table.columns.insert(table.columns.end(), all);
    };
    columns({{"run", ""}, {"kernel", ""}, {"machine", ""}, {"status", ""}, {"kind", ""}, {"median", "ns"}});
    if (with_model) columns({{"modelled", "ns"}, {"binding_term", ""}, {"model_error", ""}, {"traced_share", ""}});
    columns({{"speedup", ""}, {"verdict", ""}, {"rate", "gflops"}, {"bandwidth", "gbytes_per_s"}});
    if (with_model)
        columns({{"modelled_speedup", ""}, {"modelled_rate", "gflops"}, {"modelled_bandwidth", "gbytes_per_s"}});
    const QString operation = runOperation(runs);
    addFigureColumns(table, operation);
    columns({{"precision", ""},
             {"block", ""},
             {"q1", "ns"},
             {"q3", "ns"},
             {"min", "ns"},
             {"samples", ""},
             {"format", "bytes"},
             {"conversion", "ns"},
             {"preprocess", "ns"},
             {"transfer", "ns"},
             {"launch", "ns"},
             {"break_even", ""},
             {"baseline", ""},
             {"cache", ""},
             {"matrix", ""},
             {"order", ""},
             {"nonzeros", ""},
             {"reason", ""}});
    for (const RunLine& line : lines) {
        RunResult r = *line.result;
        if (r.kind == QLatin1String("simulation")) { // the host's pace says nothing of a card's
            r.speedup = r.gflops = r.gbytes_per_s = RunResult::none;
            r.verdict.clear();
        }
        const auto measured = [&r](double value) { return numberCell(r.isModelled() ? RunResult::none : value); };
        const auto modelled = [&r](double value) { return numberCell(r.isModelled() ? value : RunResult::none); };
        std::vector<Cell> row;
        const auto cells = [&row](std::initializer_list<Cell> all) { row.insert(row.end(), all); };
        cells({std::int64_t{line.run->number}, textCell(r.kernel), textCell(r.machine), textCell(r.status),
               textCell(r.kind), measured(r.median)});
        if (with_model)
            cells({modelled(r.median), textCell(r.binding),
                   modelled(r.model_error > 0 ? r.model_error : RunResult::none), modelled(r.traced_share)});
        cells({measured(r.speedup), textCell(verdict_text(r)), measured(r.gflops), measured(r.gbytes_per_s)});
        if (with_model) cells({modelled(r.speedup), modelled(r.gflops), modelled(r.gbytes_per_s)});
        addFigureCells(row, operation, r);
        cells({textCell(r.precision), std::int64_t{r.block}, measured(r.q1), measured(r.q3), measured(r.min),
               static_cast<std::int64_t>(r.isModelled() ? 0 : r.samples.size()), numberCell(r.format_bytes),
               numberCell(r.conversion), numberCell(r.preprocess), numberCell(r.transfer), measured(r.launch),
               numberCell(r.break_even), textCell(r.baseline), textCell(r.cache),
               textCell(QFileInfo(r.matrix).fileName()), knownCell(r.order), knownCell(r.nonzeros),
               textCell(r.reason)});
        table.add_row(std::move(row));
    }
    return table;
}

} // namespace warploom::ui
