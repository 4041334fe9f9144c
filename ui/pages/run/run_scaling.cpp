#include "ui/pages/run/run_scaling.h"

#include "ui/charts/plot_data.h"
#include "ui/charts/plot_kind.h"
#include "ui/components/operations/run_lines.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <QSet>

#include <algorithm>
#include <cmath>
#include <set>

namespace warploom::ui {
namespace {

bool is_alike(const RunResult& a, const RunResult& b) {
    return a.kernel == b.kernel && a.precision == b.precision && a.block == b.block && a.matrix == b.matrix &&
           a.time.cache == b.time.cache;
}

/// Returns the measured results of kernels that were timed on different numbers of GPUs, sorted by the number of GPUs.
std::vector<RunResultRef> scaling_lines(const ShownRuns& runs) {
    std::vector<RunResultRef> timed;
    for (const RunResultRef& line : runLines(runs, false)) {
        const RunResult& r = *line.result;
        if (r.status == RowStatus::ok && !r.is_modelled() && std::isfinite(r.time.median) &&
            gpusOfMachine(toQString(r.machine)) > 0)
            timed.push_back(line);
    }
    std::vector<RunResultRef> lines;
    std::copy_if(timed.begin(), timed.end(), std::back_inserter(lines), [&](const RunResultRef& line) {
        return std::any_of(timed.begin(), timed.end(), [&](const RunResultRef& other) {
            return is_alike(*line.result, *other.result) &&
                   gpusOfMachine(toQString(line.result->machine)) != gpusOfMachine(toQString(other.result->machine));
        });
    });
    std::stable_sort(lines.begin(), lines.end(), [](const RunResultRef& a, const RunResultRef& b) {
        return gpusOfMachine(toQString(a.result->machine)) < gpusOfMachine(toQString(b.result->machine));
    });
    return lines;
}

/// Returns the time of the same kernel on one GPU in the newest run that used one GPU, or NaN if there is no such run.
double time_of_one(const std::vector<RunResultRef>& lines, const RunResult& r) {
    double time = no_figure;
    for (const RunResultRef& other : lines)
        if (gpusOfMachine(toQString(other.result->machine)) == 1 && is_alike(*other.result, r))
            time = other.result->time.median;
    return time;
}

/// Returns a lower bound on the time on several GPUs. This is the longer of two times: the time in which each GPU reads
/// its data, and the transfer time of the GPU that transfers the most data.
double bound_by_bytes(const RunResult& r) {
    const double travel = r.exchange ? r.exchange->travel_ns() : no_figure;
    return std::isfinite(travel) ? std::max(r.floor_ns, travel) : r.floor_ns;
}

/// Adds a line with the lower bound on the time for each kernel if the copy bandwidth is known.
void addBounds(Table& table, const std::vector<RunResultRef>& lines) {
    const auto kind = static_cast<std::size_t>(columnOf(table, "kind"));
    const auto first_figure = static_cast<std::size_t>(columnOf(table, "gpus"));
    std::set<std::pair<std::string, int>> done;
    for (const RunResultRef& line : lines) {
        const RunResult& r = *line.result;
        const int gpus = gpusOfMachine(toQString(r.machine));
        const double bound = bound_by_bytes(r);
        if (!(bound > 0) || !done.emplace(r.kernel, gpus).second) continue;
        std::vector<Cell> row = headCells(line, Text::tr("%1, lower bound").arg(toQString(r.kernel)).toStdString());
        row[kind] = kindCell(PlotKind::roof);
        row.resize(first_figure);
        row.emplace_back(std::int64_t{gpus});
        row.push_back(numberCell(bound));
        row.resize(table.columns.size());
        table.add_row(std::move(row));
    }
}

} // namespace

int gpusOfMachine(const QString& machine) {
    const QString prefix = QStringLiteral("cuda:");
    if (!machine.startsWith(prefix)) return 0;
    const QStringList ordinals = machine.mid(prefix.size()).section(QLatin1Char('+'), 0, 0).split(QLatin1Char(','));
    QSet<int> different;
    for (const QString& ordinal : ordinals) {
        bool is_number = false;
        different.insert(ordinal.toInt(&is_number));
        if (!is_number) return 0;
    }
    return different.size() == ordinals.size() ? static_cast<int>(ordinals.size()) : 0;
}

ChartSpec scalingSpec() {
    ChartSpec spec;
    spec.call("run-scaling", Text::tr("Median time by number of GPUs"), Text::tr("time"));
    spec.over("gpus", Text::tr("number of GPUs"));
    spec.value = "median";
    spec.low = "q1";
    spec.high = "q3";
    spec.series = "series";
    spec.kind_column = "kind";
    spec.status_column = "status";
    spec.log_x = spec.log_value = true;
    return spec;
}

Table scalingTable(const ShownRuns& runs) {
    Table table;
    addRunFacts(table, runs);
    addHeadColumns(table);
    table.columns.push_back({"gpus", ""});
    for (const char* name : {"median", "q1", "q3"}) table.columns.push_back({name, "ns"});
    for (const char* name : {"speedup", "efficiency"}) table.columns.push_back({name, ""});
    const std::vector<RunResultRef> lines = scaling_lines(runs);
    RunVarying v = lines.empty() ? RunVarying{} : runVarying(lines);
    v.run = v.machine = false; // a line of the chart may connect results from different runs and machines
    for (const RunResultRef& line : lines) {
        const RunResult& r = *line.result;
        const int gpus = gpusOfMachine(toQString(r.machine));
        const std::string varying = runSeries(line, v);
        std::vector<Cell> row = headCells(line, r.kernel + (varying.empty() ? "" : ", " + varying));
        row.emplace_back(std::int64_t{gpus});
        for (const double value : {r.time.median, r.time.q1, r.time.q3}) row.push_back(numberCell(value));
        const double speedup = time_of_one(lines, r) / r.time.median;
        row.push_back(numberCell(speedup));
        row.push_back(numberCell(speedup / gpus));
        table.add_row(std::move(row));
    }
    addBounds(table, lines);
    return table;
}

QString scalingReading(const ShownRuns& runs) {
    const std::vector<RunResultRef> lines = scaling_lines(runs);
    // The result with the largest number of GPUs or, among several, the one with the largest speedup.
    const RunResult* most = nullptr;
    for (const RunResultRef& line : lines) {
        const RunResult& r = *line.result;
        const auto rank = [&](const RunResult& of) {
            return std::pair(gpusOfMachine(toQString(of.machine)), time_of_one(lines, of) / of.time.median);
        };
        if (!std::isfinite(time_of_one(lines, r))) continue;
        if (most == nullptr || rank(r) > rank(*most)) most = &r;
    }
    if (most == nullptr)
        return lines.empty() ? QString() : Text::tr("No kernel was timed on one GPU, so the efficiency is unknown.");
    const int gpus = gpusOfMachine(toQString(most->machine));
    const double speedup = time_of_one(lines, *most) / most->time.median;
    if (speedup <= 1 && most->exchange)
        return toQString(most->kernel + ": " +
                         protocol::why_slower(*most->exchange, time_of_one(lines, *most), most->time.median));
    return Text::tr("%1 is %2 times as fast on %n GPUs as on one GPU (efficiency: %3).", nullptr, gpus)
        .arg(toQString(most->kernel))
        .arg(numberText(speedup, 3), numberText(speedup / gpus, 3));
}

} // namespace warploom::ui
