#pragma once

#include "ui/charts/chart_spec.h"
#include "ui/charts/columns.h"
#include "ui/pages/run/run_lines.h"

#include <QString>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::ui {

/// A row of a chart's table, before its cells are made.
struct ChartPoint {
    RunResultRef line;
    std::string series;
    double time = no_figure; ///< the drawn number: the median, or the chart's own in its place

    const RunResult& result() const { return *line.result; }
};

/// Returns the results specific to the operation of a row, or default values if the row is of another operation.
template <class R> const R& figuresOf(const ChartPoint& row) {
    static const R none;
    const R* const own = row.result().template own<R>();
    return own != nullptr ? *own : none;
}

/// Returns a function that reads a member of a row's result, or of the results specific to its operation.
template <class Of, class T> auto fieldOf(T Of::*member) {
    return [member](const ChartPoint& row) { return row.result().*member; };
}
template <class R, class T> auto figureOf(T R::*member) {
    return [member](const ChartPoint& row) { return figuresOf<R>(row).*member; };
}

/// A column of a chart's table. Its modelled twin stands at the end, with the facts about the model.
using RunColumn = ColumnOf<ChartPoint>;
/// `get` of a row is a number; NaN is an empty cell.
RunColumn measuredColumn(const char* name, const char* unit, std::function<double(const ChartPoint&)> get,
                         const char* modelled = nullptr);
RunColumn numberColumn(const char* name, const char* unit, std::function<double(const ChartPoint&)> get);
RunColumn textColumn(const char* name, std::function<std::string(const ChartPoint&)> get);

/// The results with the least and with the most of something; null where no line has any (NaN).
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

/// A chart of page Run. Its bars, or its points, are those of the first column that has a modelled twin, else of the
/// first.
struct RunChartEntry {
    QString tab;                             ///< title of its tab
    std::function<void(ChartSpec&)> specify; ///< its title and its name, and what else differs from other charts
    std::vector<RunColumn> columns;
    /// The rows, of lines sorted by time; nothing: one for each line.
    std::function<std::vector<ChartPoint>(const std::vector<RunResultRef>&, const RunVarying&)> rows{};
    /// The line in plain words under it; nothing: which kernels are the fastest and the slowest.
    std::function<QString(const ShownRuns&, const std::vector<RunResultRef>&)> reading{};
    /// A table of other rows than results; nothing: that of the columns.
    std::function<Table(const std::vector<RunResultRef>&, const RunVarying&)> table{};
};

std::vector<ChartPoint> chartRows(const std::vector<RunResultRef>& lines, const RunVarying& v);
Table tableOf(const RunChartEntry& entry, const std::vector<RunResultRef>& lines);
ChartSpec specOf(const RunChartEntry& entry);

} // namespace warploom::ui
