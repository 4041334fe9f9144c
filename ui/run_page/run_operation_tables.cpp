// The charts and columns that belong to one operation: residuals, copies, whole solutions, the ladder of AᵀA.
#include "ui/number_text.h"
#include "ui/qt_text.h"
#include "ui/run_page/operations.h"
#include "ui/run_page/run_lines.h"
#include "ui/run_page/run_scaling.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

bool is(const QString& operation, const char* id) { return operation == QLatin1String(id); }

Cell measured(const RunResult& r, double value) { return numberCell(r.is_modelled() ? no_figure : value); }
Cell modelled(const RunResult& r, double value) { return numberCell(r.is_modelled() ? value : no_figure); }

/// What makes a residual one to be looked at twice.
QString remark(const RunResult& r) {
    if (r.status == wire::RowStatus::wrong) return words("wrong: %1").arg(qt(r.reason));
    return {};
}

Table tridiagonalResiduals(const std::vector<RunLine>& lines, const RunVarying& v) {
    Table table;
    addHeadColumns(table);
    for (const char* name : {"residual", "componentwise", "forward_error", "what", "shown", "remark"})
        table.columns.push_back({name, ""});
    for (const RunLine& line : lines) {
        const RunResult& r = *line.result;
        std::vector<Cell> row = headCells(line, runSeries(line, v));
        const auto* own = r.own<wire::TridiagonalResult>();
        const wire::TridiagonalResult figures = own != nullptr ? *own : wire::TridiagonalResult{};
        for (const double value : {figures.residual, figures.componentwise, figures.forward_error})
            row.push_back(numberCell(value));
        row.emplace_back(std::string("computed"));
        // What a method without pivoting makes of a hard matrix is a result, and has its bar.
        row.emplace_back(std::string(std::isfinite(figures.residual) ? "ok" : to_string(r.status)));
        row.push_back(textCell(remark(r)));
        table.add_row(std::move(row));
    }
    return table;
}

Table cgResiduals(const std::vector<RunLine>& lines, const RunVarying& v) {
    Table table;
    table.columns = {{"kernel", ""}, {"machine", ""},   {"precision", ""}, {"series", ""},
                     {"what", ""},   {"iteration", ""}, {"residual", ""},  {"points", ""}};
    for (const RunLine& line : lines) {
        const RunResult& r = *line.result;
        const auto* cg = r.own<wire::CgResult>();
        if (cg == nullptr) continue;
        const std::string varying = runSeries(line, v);
        const std::string series = r.kernel + (varying.empty() ? "" : ", " + varying);
        const auto add = [&](double iteration, double residual, const QString& points) {
            table.add_row({r.kernel, r.machine, std::string(to_string(r.precision)), series, std::string("computed"),
                           numberCell(iteration), numberCell(residual), textCell(points)});
        };
        for (std::size_t i = 0; i < cg->history.size(); ++i)
            add(static_cast<double>((i + 1) * static_cast<std::size_t>(cg->history_every)), cg->history[i], {});
        for (const auto& [iteration, residual] : cg->true_residuals)
            add(static_cast<double>(iteration), residual, words("true residual, recomputed"));
    }
    return table;
}

Table copies(const std::vector<RunLine>& lines, const RunVarying& v) {
    Table table;
    addHeadColumns(table);
    for (const char* name : {"time", "modelled"}) table.columns.push_back({name, "ns"});
    for (const RunLine& line : lines) {
        const RunResult& r = *line.result;
        const std::string varying = runSeries(line, v);
        const auto* own = r.own<wire::TridiagonalResult>();
        const double with = own != nullptr ? own->with_copies_ns : no_figure;
        const auto add = [&](const QString& what, double time) {
            std::vector<Cell> row = headCells(line, what.toStdString() + (varying.empty() ? "" : ", " + varying));
            row.push_back(measured(r, time));
            row.push_back(modelled(r, time));
            table.add_row(std::move(row));
        };
        add(words("compute only"), r.time.median);
        if (std::isfinite(with)) add(words("with copies"), with);
    }
    return table;
}

Table wholeSolutions(const std::vector<RunLine>& lines, const RunVarying& v) {
    Table table;
    addHeadColumns(table);
    for (const char* name : {"solve", "modelled"}) table.columns.push_back({name, "ns"});
    for (const char* name : {"iterations", "state", "true_residual", "sentence", "remark"})
        table.columns.push_back({name, ""});
    for (const RunLine& line : lines) {
        const RunResult& r = *line.result;
        std::vector<Cell> row = headCells(line, runSeries(line, v));
        const auto* own = r.own<wire::CgResult>();
        const wire::CgResult figures = own != nullptr ? *own : wire::CgResult{};
        row.push_back(measured(r, figures.solve_ns));
        row.push_back(modelled(r, figures.solve_ns));
        row.push_back(knownCell(figures.iterations));
        row.emplace_back(figures.state);
        row.push_back(numberCell(figures.true_residual));
        row.emplace_back(figures.sentence);
        row.emplace_back(figures.state == "converged" ? std::string() : figures.state);
        table.add_row(std::move(row));
    }
    return table;
}

QString rungTitle(const QString& kernel) {
    const int rung = ataRung(kernel);
    const QStringList ladder = ataLadder(QStringLiteral("tiled")), names = ataSwitches();
    if (rung == 0) return words("none");
    if (ladder.value(rung) == kernel) return QStringLiteral("+ ") + names.value(rung - 1);
    return kernel.section(QLatin1Char('@'), 1); // ticked by hand: no rung of the ladder
}

Table ladder(std::vector<RunLine> lines, const RunVarying& v) {
    Table table;
    addHeadColumns(table);
    for (const char* name : {"rung", "switches"}) table.columns.push_back({name, ""});
    for (const char* name : {"median", "modelled"}) table.columns.push_back({name, "ns"});
    for (const char* name : {"times_the_rung_before", "times_none"}) table.columns.push_back({name, ""});
    std::stable_sort(lines.begin(), lines.end(), [](const RunLine& a, const RunLine& b) {
        return ataRung(qt(a.result->kernel)) < ataRung(qt(b.result->kernel));
    });
    for (const RunLine& line : lines) {
        const RunResult& r = *line.result;
        const int rung = ataRung(qt(r.kernel));
        if (rung < 0) continue;
        const auto time_at = [&](int wanted) {
            for (const RunLine& other : lines)
                if (other.run == line.run && other.result->precision == r.precision && other.result->block == r.block &&
                    other.result->matrix == r.matrix &&
                    qt(other.result->kernel) == ataLadder(QStringLiteral("tiled")).value(wanted))
                    return other.result->time.median;
            return no_figure;
        };
        std::vector<Cell> row = headCells(line, runSeries(line, v));
        row.emplace_back(std::int64_t{rung});
        row.push_back(textCell(rungTitle(qt(r.kernel))));
        row.push_back(measured(r, r.time.median));
        row.push_back(modelled(r, r.time.median));
        row.push_back(numberCell(rung > 0 ? time_at(rung - 1) / r.time.median : no_figure));
        row.push_back(numberCell(time_at(0) / r.time.median));
        table.add_row(std::move(row));
    }
    return table;
}

} // namespace

bool hasRunChart(RunChart chart, const QString& operation) {
    switch (chart) {
    case RunChart::residual:
    case RunChart::whole: return is(operation, "tridiagonal") || is(operation, "cg");
    case RunChart::ladder: return is(operation, "ata");
    case RunChart::scaling: return is(operation, "spmv") || is(operation, "cg");
    default: return true;
    }
}

ChartSpec operationChartSpec(RunChart chart, const QString& operation) {
    if (chart == RunChart::scaling) return scalingSpec();
    ChartSpec spec;
    spec.category = "kernel";
    spec.series = "series";
    spec.kind_column = "kind";
    spec.status_column = "status";
    spec.reason_column = "reason";
    if (chart == RunChart::residual && is(operation, "cg")) {
        spec.kind = ChartSpec::Kind::lines;
        spec.title = words("Residual by iteration");
        spec.name = QStringLiteral("run-residual");
        spec.x = "iteration";
        spec.x_title = words("iteration");
        spec.value = "residual";
        spec.value_title = words("relative residual");
        spec.kind_column = "what";
        spec.status_column.clear();
        spec.points = "points";
        spec.log_value = spec.log_ticks = true;
    } else if (chart == RunChart::residual) {
        spec.title = words("Residual of the solution, ‖d - A x‖ / ‖d‖");
        spec.name = QStringLiteral("run-residual");
        spec.value = "residual";
        spec.value_title = words("relative residual");
        spec.kind_column = "what";
        spec.status_column = "shown";
        spec.mark_column = "remark";
        spec.log_value = true;
    } else if (chart == RunChart::whole && is(operation, "cg")) {
        spec.title = words("Time of the whole solution");
        spec.name = QStringLiteral("run-solve");
        spec.value = "solve";
        spec.modelled = "modelled";
        spec.value_title = words("time");
        spec.mark_column = "remark";
    } else if (chart == RunChart::whole) {
        spec.title = words("Compute only, and with the copies");
        spec.name = QStringLiteral("run-copies");
        spec.value = "time";
        spec.modelled = "modelled";
        spec.value_title = words("time");
    } else {
        spec.title = words("The tiled kernel with one switch after the other");
        spec.name = QStringLiteral("run-ladder");
        spec.category = "switches";
        spec.value = "median";
        spec.modelled = "modelled";
        spec.value_title = words("time");
    }
    return spec;
}

Table operationTable(RunChart chart, const ShownRuns& runs) {
    if (chart == RunChart::scaling) return scalingTable(runs);
    const QString operation = runOperation(runs);
    const std::vector<RunLine> lines = runLines(runs, true);
    const RunVarying v = lines.empty() ? RunVarying{} : runVarying(lines);
    Table table;
    if (!hasRunChart(chart, operation)) return table;
    switch (chart) {
    case RunChart::residual:
        table = is(operation, "cg") ? cgResiduals(lines, v) : tridiagonalResiduals(lines, v);
        break;
    case RunChart::whole: table = is(operation, "cg") ? wholeSolutions(lines, v) : copies(lines, v); break;
    default: table = ladder(lines, v); break;
    }
    addRunFacts(table, runs);
    return table;
}

} // namespace warploom::ui
