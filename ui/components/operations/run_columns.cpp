#include "ui/components/operations/run_columns.h"

#include <algorithm>
#include <utility>

namespace warploom::ui {
namespace {

bool isModelled(const ChartPoint& row) { return row.result().is_modelled(); }

/// Returns the lower or upper bound of a modeled value. The bounds are derived from the model's median error on the
/// card.
Cell modelledBound(const Cell& figure, const RunResult& result, double side) {
    const auto* const number = std::get_if<double>(&figure);
    if (number == nullptr || !(result.model_error() > 0)) return {};
    return *number * std::max(0.0, 1 + side * result.model_error());
}

bool isTime(const RunColumn& column) { return column.unit == std::string("ns"); }

/// Returns the columns for modeled values, which follow all other columns. Skips columns without a modeled counterpart.
std::vector<RunColumn> modelledColumns(const std::vector<RunColumn>& columns) {
    std::vector<RunColumn> all;
    for (const RunColumn& column : columns) {
        if (column.modelled == nullptr) continue;
        const auto figure = [of = column.cell](const ChartPoint& row) { return isModelled(row) ? of(row) : Cell(); };
        all.push_back({column.modelled, column.unit, figure});
        if (!isTime(column)) continue;
        for (const auto& [name, side] : {std::pair{"modelled_low", -1.0}, {"modelled_high", 1.0}})
            all.push_back({name, column.unit, [figure, side = side](const ChartPoint& row) {
                               return modelledBound(figure(row), row.result(), side);
                           }});
    }
    if (all.empty()) return all;
    all.push_back({"binding_term", "", [](const ChartPoint& row) {
                       return isModelled(row) && row.result().model ? Cell(row.result().model->binding) : Cell();
                   }});
    all.push_back(numberColumn("model_error", "", [](const ChartPoint& row) {
        const double error = row.result().model_error();
        return isModelled(row) && error > 0 ? error : no_figure;
    }));
    return all;
}

} // namespace

RunColumn measuredColumn(const char* name, const char* unit, std::function<double(const ChartPoint&)> get,
                         const char* modelled) {
    RunColumn column = numberColumn(name, unit, std::move(get));
    column.is_measured = true;
    column.modelled = modelled;
    return column;
}

RunColumn numberColumn(const char* name, const char* unit, std::function<double(const ChartPoint&)> get) {
    return {name, unit, [get = std::move(get)](const ChartPoint& row) { return numberCell(get(row)); }};
}

RunColumn textColumn(const char* name, std::function<std::string(const ChartPoint&)> get) {
    return {name, "", [get = std::move(get)](const ChartPoint& row) { return Cell(get(row)); }};
}

std::vector<ChartPoint> chartRows(const std::vector<RunResultRef>& lines, const RunVarying& v) {
    std::vector<ChartPoint> rows;
    for (const RunResultRef& line : lines) rows.push_back({line, runSeries(line, v), line.result->time.median});
    return rows;
}

Table tableOf(const RunChartEntry& entry, const std::vector<RunResultRef>& lines) {
    const RunVarying v = lines.empty() ? RunVarying{} : runVarying(lines);
    if (entry.table) return entry.table(lines, v);
    const std::vector<ChartPoint> rows = entry.rows ? entry.rows(lines, v) : chartRows(lines, v);
    std::vector<RunColumn> columns = entry.columns;
    if (std::any_of(rows.begin(), rows.end(), isModelled))
        for (RunColumn& twin : modelledColumns(entry.columns)) columns.push_back(std::move(twin));
    Table table;
    addHeadColumns(table);
    for (const RunColumn& column : columns) table.columns.push_back({column.name, column.unit});
    for (const ChartPoint& row : rows) {
        std::vector<Cell> cells = headCells(row.line, row.series);
        for (const RunColumn& column : columns)
            cells.push_back(column.is_measured && isModelled(row) ? Cell() : column.cell(row));
        table.add_row(std::move(cells));
    }
    return table;
}

ChartSpec specOf(const RunChartEntry& entry) {
    ChartSpec spec;
    spec.category = "kernel";
    spec.series = "series";
    spec.kind_column = "kind";
    spec.status_column = "status";
    spec.reason_column = "reason";
    const auto has_twin = [](const RunColumn& column) { return column.modelled != nullptr; };
    auto drawn = std::find_if(entry.columns.begin(), entry.columns.end(), has_twin);
    if (drawn == entry.columns.end()) drawn = entry.columns.begin();
    if (drawn != entry.columns.end()) {
        spec.value = drawn->name;
        if (drawn->modelled != nullptr) spec.modelled = drawn->modelled;
        if (drawn->modelled != nullptr && isTime(*drawn)) {
            spec.modelled_low = "modelled_low";
            spec.modelled_high = "modelled_high";
        }
    }
    entry.specify(spec);
    return spec;
}

} // namespace warploom::ui
