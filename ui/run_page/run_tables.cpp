#include "ui/run_page/run_tables.h"

#include "ui/number_text.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <set>

namespace warploom::ui {
namespace {

QString words(const char* text) {
    return QCoreApplication::translate("RunTables", text);
}

Cell cell(double value) {
    if (!std::isfinite(value)) return std::monostate{};
    return value;
}

/// Empty until the worker said it.
Cell known(std::int64_t count) {
    if (count <= 0) return std::monostate{};
    return count;
}

Cell cell(const QString& text) {
    return text.toStdString();
}

struct Line {
    const Run* run;
    const RunResult* result;
};

/// What differs between the results names the series; what is the same goes without saying.
struct Varying {
    bool run = false, machine = false, precision = false, block = false, matrix = false;
};

Varying varying(const std::vector<Line>& lines) {
    Varying v;
    int block = 0; // the first one that there is: kernels without a block size are of no other kind for that
    for (const Line& line : lines) {
        const Line& first = lines.front();
        v.run = v.run || line.run != first.run;
        v.machine = v.machine || line.result->machine != first.result->machine;
        v.precision = v.precision || line.result->precision != first.result->precision;
        if (block == 0) block = line.result->block;
        v.block = v.block || (line.result->block > 0 && line.result->block != block);
        v.matrix = v.matrix || line.result->matrix != first.result->matrix;
    }
    return v;
}

std::string series_name(const Line& line, const Varying& v, bool block = true, bool matrix = true) {
    QStringList parts;
    if (v.run) parts.append(words("run %1").arg(line.run->number));
    if (v.machine) parts.append(line.result->machine);
    if (v.precision) parts.append(line.result->precision);
    if (v.matrix && matrix) parts.append(QFileInfo(line.result->matrix).fileName());
    if (v.block && block)
        parts.append(line.result->block > 0 ? words("block %1").arg(line.result->block) : words("no block size"));
    return parts.join(QStringLiteral(", ")).toStdString();
}

std::vector<Line> lines_of(const ShownRuns& runs, bool sorted) {
    std::vector<Line> lines;
    bool settled = true;
    for (const auto& run : runs) {
        settled = settled && run->state != Run::State::running;
        for (const RunResult& result : run->results) lines.push_back({run.get(), &result});
    }
    if (sorted && settled) {
        std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
            const double x = a.result->median, y = b.result->median;
            if (std::isfinite(x) != std::isfinite(y)) return std::isfinite(x);
            return std::isfinite(x) && x < y;
        });
    }
    return lines;
}

void add_facts(Table& table, const ShownRuns& runs) {
    // Facts of several runs that agree are said once, others side by side.
    for (const auto& run : runs) {
        for (const auto& [key, value] : run->facts) {
            if (value.isEmpty()) continue;
            const std::string name = key.toStdString(), text = value.toStdString();
            const auto found = std::find_if(table.facts.begin(), table.facts.end(), [&](const auto& f) { return f.first == name; });
            if (found == table.facts.end()) {
                table.facts.emplace_back(name, text);
            } else if (found->second.find(text) == std::string::npos) {
                found->second += " | " + text;
            }
        }
    }
}

/// "faster" of a model is not what a measurement would call faster, and says so.
QString verdict_text(const RunResult& r) {
    return r.verdict.isEmpty() || !r.isModelled() ? r.verdict : words("%1 in the model").arg(r.verdict);
}

bool any_modelled(const std::vector<Line>& lines) {
    return std::any_of(lines.begin(), lines.end(), [](const Line& line) { return line.result->isModelled(); });
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
    row.push_back(cell(is ? value : RunResult::none));
    if (is_time) {
        const auto [low, high] = modelled_range(r);
        row.push_back(cell(is ? low : RunResult::none));
        row.push_back(cell(is ? high : RunResult::none));
    }
    row.push_back(is ? cell(r.binding) : Cell());
    row.push_back(cell(is && r.model_error > 0 ? r.model_error : RunResult::none));
}

bool has_sweep(const ShownRuns& runs, const char* kind) {
    return std::any_of(runs.begin(), runs.end(), [&](const auto& run) { return run->plan.sweep == QLatin1String(kind); });
}

} // namespace

ChartSpec runChartSpec(RunChart chart, const QString& sweep) {
    ChartSpec spec;
    spec.category = "kernel";
    spec.series = "series";
    spec.kind_column = "kind";
    spec.status_column = "status";
    spec.reason_column = "reason";
    switch (chart) {
    case RunChart::time:
        spec.title = words("Median time of one product");
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
        spec.title = words("Arithmetic rate (2 operations a nonzero, padding not counted)");
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
            spec.title = words("Median time by order of the matrix");
            spec.x = "order";
            spec.x_title = words("order of the matrix (rows)");
            spec.log_value = true;
        } else {
            spec.title = words("Median time by block size");
            spec.x = "block";
            spec.x_title = words("threads a block");
        }
        break;
    }
    return spec;
}

Table runTable(RunChart chart, const ShownRuns& runs) {
    Table table;
    add_facts(table, runs);
    const bool sweep = chart == RunChart::sweep;
    const bool orders = has_sweep(runs, "orders");
    std::vector<Line> lines = lines_of(runs, !sweep);
    const Varying v = lines.empty() ? Varying{} : varying(lines);
    table.columns = {{"kernel", ""}, {"machine", ""}, {"precision", ""}, {"block", ""}, {"matrix", ""}, {"series", ""},
                     {"status", ""}, {"reason", ""}, {"kind", ""}};
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
        }
    }
    for (const Line& line : lines) {
        const RunResult& r = *line.result;
        if (sweep && line.run->plan.sweep != QLatin1String(orders ? "orders" : "blocks")) continue;
        if (sweep && !orders && r.block <= 0) continue; // a host kernel has no blocks
        std::string series = series_name(line, v, !sweep || orders, !sweep);
        if (sweep) series = r.kernel.toStdString() + (series.empty() ? "" : ", " + series);
        const bool simulation = r.kind == QLatin1String("simulation");
        if (chart == RunChart::bandwidth && simulation) continue; // how fast a host simulates is no bandwidth of a card
        if ((chart == RunChart::gflops || chart == RunChart::speedup) && simulation) continue;
        std::vector<Cell> row{cell(r.kernel), cell(r.machine), cell(r.precision), std::int64_t{r.block},
                              cell(QFileInfo(r.matrix).fileName()), series, cell(r.status), cell(r.reason), cell(r.kind)};
        // A modelled number leaves the measured columns empty.
        const auto measured = [&r](double value) { return cell(r.isModelled() ? RunResult::none : value); };
        double modelled = r.median;
        switch (chart) {
        case RunChart::time:
            for (const double value : {r.median, r.q1, r.q3, r.min}) row.push_back(measured(value));
            row.push_back(static_cast<std::int64_t>(r.isModelled() ? 0 : r.samples.size()));
            break;
        case RunChart::speedup:
            for (const double value : {r.speedup, r.speedup_low, r.speedup_high}) row.push_back(measured(value));
            row.push_back(cell(verdict_text(r)));
            row.push_back(cell(r.baseline));
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
            row.push_back(known(r.order));
            for (const double value : {r.median, r.q1, r.q3}) row.push_back(measured(value));
            break;
        }
        if (with_model) add_modelled_cells(row, r, modelled, chart == RunChart::time || chart == RunChart::sweep);
        table.add_row(std::move(row));
    }
    return table;
}

Table sampleTable(const ShownRuns& runs) {
    Table table;
    table.title = "samples";
    add_facts(table, runs);
    table.columns = {{"kernel", ""}, {"machine", ""}, {"precision", ""}, {"block", ""}, {"matrix", ""}, {"series", ""},
                     {"kind", ""}, {"sample", "ns"}};
    const std::vector<Line> lines = lines_of(runs, false);
    const Varying v = lines.empty() ? Varying{} : varying(lines);
    for (const Line& line : lines) {
        const RunResult& r = *line.result;
        if (!std::isfinite(r.median) || r.isModelled()) continue; // an estimate has no samples
        const std::vector<Cell> head{cell(r.kernel), cell(r.machine), cell(r.precision), std::int64_t{r.block},
                                     cell(QFileInfo(r.matrix).fileName()), series_name(line, v), cell(r.kind)};
        for (const double sample : r.samples) {
            std::vector<Cell> row = head;
            row.push_back(cell(sample));
            table.add_row(std::move(row));
        }
    }
    return table;
}

Table resultTable(const ShownRuns& runs) {
    Table table;
    table.title = "results";
    add_facts(table, runs);
    const std::vector<Line> lines = lines_of(runs, true);
    const bool with_model = any_modelled(lines);
    const auto columns = [&table](std::initializer_list<Column> all) { table.columns.insert(table.columns.end(), all); };
    columns({{"run", ""}, {"kernel", ""}, {"machine", ""}, {"status", ""}, {"kind", ""}, {"median", "ns"}});
    if (with_model) columns({{"modelled", "ns"}, {"binding_term", ""}, {"model_error", ""}, {"traced_share", ""}});
    columns({{"speedup", ""}, {"verdict", ""}, {"rate", "gflops"}, {"bandwidth", "gbytes_per_s"}});
    if (with_model) columns({{"modelled_speedup", ""}, {"modelled_rate", "gflops"}, {"modelled_bandwidth", "gbytes_per_s"}});
    columns({{"precision", ""}, {"block", ""}, {"q1", "ns"}, {"q3", "ns"}, {"min", "ns"}, {"samples", ""},
             {"format", "bytes"}, {"conversion", "ns"}, {"preprocess", "ns"}, {"transfer", "ns"}, {"launch", "ns"},
             {"break_even", ""}, {"baseline", ""}, {"cache", ""}, {"matrix", ""}, {"order", ""}, {"nonzeros", ""},
             {"reason", ""}});
    for (const Line& line : lines) {
        RunResult r = *line.result;
        if (r.kind == QLatin1String("simulation")) { // the host's pace says nothing of a card's
            r.speedup = r.gflops = r.gbytes_per_s = RunResult::none;
            r.verdict.clear();
        }
        const auto measured = [&r](double value) { return cell(r.isModelled() ? RunResult::none : value); };
        const auto modelled = [&r](double value) { return cell(r.isModelled() ? value : RunResult::none); };
        std::vector<Cell> row;
        const auto cells = [&row](std::initializer_list<Cell> all) { row.insert(row.end(), all); };
        cells({std::int64_t{line.run->number}, cell(r.kernel), cell(r.machine), cell(r.status), cell(r.kind), measured(r.median)});
        if (with_model)
            cells({modelled(r.median), cell(r.binding), modelled(r.model_error > 0 ? r.model_error : RunResult::none),
                   modelled(r.traced_share)});
        cells({measured(r.speedup), cell(verdict_text(r)), measured(r.gflops), measured(r.gbytes_per_s)});
        if (with_model) cells({modelled(r.speedup), modelled(r.gflops), modelled(r.gbytes_per_s)});
        cells({cell(r.precision), std::int64_t{r.block}, measured(r.q1), measured(r.q3), measured(r.min),
               static_cast<std::int64_t>(r.isModelled() ? 0 : r.samples.size()), cell(r.format_bytes), cell(r.conversion),
               cell(r.preprocess), cell(r.transfer), measured(r.launch), cell(r.break_even), cell(r.baseline), cell(r.cache),
               cell(QFileInfo(r.matrix).fileName()), known(r.order), known(r.nonzeros), cell(r.reason)});
        table.add_row(std::move(row));
    }
    return table;
}

} // namespace warploom::ui
