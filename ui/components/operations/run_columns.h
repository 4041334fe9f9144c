#pragma once

#include "ui/charts/chart_spec.h"
#include "ui/charts/columns.h"
#include "ui/components/operations/run_lines.h"

#include <QString>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::ui {

/// The data for one row of a chart's table, before conversion to cells.
struct ChartPoint {
    RunResultRef line;
    std::string series;
    double time = no_figure; ///< plotted value: the median time, or another value defined by the chart

    const RunResult& result() const { return *line.result; }
};

/// Returns the operation-specific results of a row, or default values if the row belongs to a different operation.
template <class R> const R& figuresOf(const ChartPoint& row) {
    static const R none;
    const R* const own = row.result().template own<R>();
    return own != nullptr ? *own : none;
}

/// Returns a function that reads a data member, either of the result itself or of its operation-specific part.
template <class Of, class T> auto fieldOf(T Of::*member) {
    return [member](const ChartPoint& row) { return row.result().*member; };
}
template <class R, class T> auto figureOf(T R::*member) {
    return [member](const ChartPoint& row) { return figuresOf<R>(row).*member; };
}

/// A column of a chart's table. If it has a counterpart for modeled values, the counterpart is at the end of the table.
using RunColumn = ColumnOf<ChartPoint>;
/// Creates a column whose cells contain the values returned by `get`. NaN becomes an empty cell.
RunColumn measuredColumn(const char* name, const char* unit, std::function<double(const ChartPoint&)> get,
                         const char* modelled = nullptr);
RunColumn numberColumn(const char* name, const char* unit, std::function<double(const ChartPoint&)> get);
RunColumn textColumn(const char* name, std::function<std::string(const ChartPoint&)> get);

/// Returns the results with the smallest and the largest key. Both are null if all keys are NaN.
template <class Key>
std::pair<const RunResult*, const RunResult*> extremesOf(const std::vector<RunResultRef>& lines, Key key) {
    const RunResult *least = nullptr, *most = nullptr;
    for (const RunResultRef& line : lines) {
        const RunResult& r = *line.result;
        if (!std::isfinite(key(r))) continue;
        if (least == nullptr || key(r) < key(*least)) least = &r;
        if (most == nullptr || key(r) > key(*most)) most = &r;
    }
    return {least, most};
}

/// A chart on the Run page. Its bars or points show the values of the first column with a modeled counterpart or, if
/// there is none, the values of the first column.
struct RunChartEntry {
    QString tab;
    std::function<void(ChartSpec&)> specify; ///< sets the title, file name and other properties of the chart
    std::vector<RunColumn> columns;
    /// Creates the rows from the results, which are sorted by time. The default implementation creates one row per
    /// result.
    std::function<std::vector<ChartPoint>(const std::vector<RunResultRef>&, const RunVarying&)> rows{};
    /// Returns the summary below the chart. The default implementation names the fastest and the slowest kernel.
    std::function<QString(const ShownRuns&, const std::vector<RunResultRef>&)> reading{};
    /// Creates a table whose rows do not correspond to individual run results. By default, the table is created from
    /// `rows` and `columns`.
    std::function<Table(const std::vector<RunResultRef>&, const RunVarying&)> table{};
};

std::vector<ChartPoint> chartRows(const std::vector<RunResultRef>& lines, const RunVarying& v);
Table tableOf(const RunChartEntry& entry, const std::vector<RunResultRef>& lines);
ChartSpec specOf(const RunChartEntry& entry);

} // namespace warploom::ui
