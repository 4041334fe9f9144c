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
        spec.value_title = words("time");
        spec.sample_value = "sample";
        break;
    case RunChart::speedup:
        spec.title = words("Speed-up against the baseline");
        spec.name = QStringLiteral("run-speedup");
        spec.value = "speedup";
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
        spec.value_title = words("rate");
        break;
    case RunChart::bandwidth:
        spec.title = words("Memory rate against a plain copy");
        spec.name = QStringLiteral("run-bandwidth");
        spec.value = "bandwidth";
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
        switch (chart) {
        case RunChart::time:
            for (const double value : {r.median, r.q1, r.q3, r.min}) row.push_back(cell(value));
            row.push_back(static_cast<std::int64_t>(r.samples.size()));
            break;
        case RunChart::speedup:
            for (const double value : {r.speedup, r.speedup_low, r.speedup_high}) row.push_back(cell(value));
            row.push_back(cell(r.verdict));
            row.push_back(cell(r.baseline));
            break;
        case RunChart::gflops: row.push_back(cell(r.gflops)); break;
        case RunChart::bandwidth:
            row.push_back(cell(r.gbytes_per_s));
            row.push_back(cell(r.copy_gbytes_per_s));
            break;
        case RunChart::sweep:
            row.push_back(known(r.order));
            for (const double value : {r.median, r.q1, r.q3}) row.push_back(cell(value));
            break;
        }
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
        if (!std::isfinite(r.median)) continue;
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
    table.columns = {{"run", ""}, {"kernel", ""}, {"machine", ""}, {"status", ""}, {"median", "ns"}, {"speedup", ""},
                     {"verdict", ""}, {"rate", "gflops"}, {"bandwidth", "gbytes_per_s"}, {"precision", ""}, {"block", ""},
                     {"q1", "ns"}, {"q3", "ns"}, {"min", "ns"}, {"samples", ""}, {"format", "bytes"}, {"conversion", "ns"},
                     {"preprocess", "ns"}, {"transfer", "ns"}, {"launch", "ns"}, {"break_even", ""}, {"baseline", ""},
                     {"kind", ""}, {"cache", ""}, {"matrix", ""}, {"order", ""}, {"nonzeros", ""}, {"reason", ""}};
    for (const Line& line : lines_of(runs, true)) {
        RunResult r = *line.result;
        if (r.kind == QLatin1String("simulation")) { // the host's pace says nothing of a card's
            r.speedup = r.gflops = r.gbytes_per_s = RunResult::none;
            r.verdict.clear();
        }
        table.add_row({std::int64_t{line.run->number}, cell(r.kernel), cell(r.machine), cell(r.status), cell(r.median),
                       cell(r.speedup), cell(r.verdict), cell(r.gflops), cell(r.gbytes_per_s), cell(r.precision),
                       std::int64_t{r.block}, cell(r.q1), cell(r.q3), cell(r.min),
                       static_cast<std::int64_t>(r.samples.size()), cell(r.format_bytes), cell(r.conversion),
                       cell(r.preprocess), cell(r.transfer), cell(r.launch), cell(r.break_even), cell(r.baseline),
                       cell(r.kind), cell(r.cache), cell(QFileInfo(r.matrix).fileName()),
                       known(r.order), known(r.nonzeros), cell(r.reason)});
    }
    return table;
}

QString runReading(RunChart chart, const ShownRuns& runs) {
    const std::vector<Line> lines = lines_of(runs, true);
    const RunResult* best = nullptr;
    const RunResult* worst = nullptr;
    int without = 0, waiting = 0;
    bool simulation = false, measured = false;
    for (const Line& line : lines) {
        const RunResult& r = *line.result;
        if (!r.isFinal()) ++waiting;
        if (r.isFinal() && r.status != QLatin1String("ok")) ++without;
        if (r.status != QLatin1String("ok") || !std::isfinite(r.median)) continue;
        (r.kind == QLatin1String("simulation") ? simulation : measured) = true;
        if (best == nullptr || r.median < best->median) best = &r;
        if (worst == nullptr || r.median > worst->median) worst = &r;
    }
    if (chart == RunChart::sweep && std::none_of(runs.begin(), runs.end(), [](const auto& run) { return run->plan.sweep != QLatin1String("none"); }))
        return {};
    if (chart == RunChart::sweep && std::all_of(lines.begin(), lines.end(), [](const Line& line) { return line.result->isFinal() && line.result->block <= 0; }) && !has_sweep(runs, "orders"))
        return words("Host kernels have no blocks to sweep over; choose a simulated or a real card.");
    if (waiting > 0) return words("%1 of %2 finished; the picture grows while samples arrive.").arg(static_cast<int>(lines.size()) - waiting).arg(lines.size());
    if (best == nullptr) return without > 0 ? words("Nothing could be timed; the reasons stand on the rows.") : QString();
    QString text;
    if (simulation && measured) {
        return words("Measured times are solid; hatched ones say how long this host took to simulate, and are no card's times.");
    }
    if (simulation) {
        text = words("How long this host took to simulate one launch; it is no card's time.");
    } else if (chart == RunChart::speedup) {
        const RunResult* top = nullptr;
        for (const Line& line : lines)
            if (std::isfinite(line.result->speedup) && (top == nullptr || line.result->speedup > top->speedup)) top = line.result;
        if (top == nullptr) return words("No speed-up: the baseline has no time in this run.");
        text = words("%1: %2x (%3-%4) against %5, same machine, %6, %7: %8.")
                   .arg(top->kernel, numberText(top->speedup, 3), numberText(top->speedup_low, 3), numberText(top->speedup_high, 3),
                        top->baseline, top->precision, top->cache, top->verdict);
    } else if (best != worst) {
        text = words("%1 is the fastest with %2; %3 takes %4, %5 times as long.")
                   .arg(best->kernel, timeText(best->median), worst->kernel, timeText(worst->median),
                        numberText(worst->median / best->median, 3));
    } else {
        text = words("%1 takes %2.").arg(best->kernel, timeText(best->median));
    }
    if (chart == RunChart::time && !simulation) text += words(" Whiskers: quartiles; circles: single samples.");
    return text;
}

} // namespace warploom::ui
