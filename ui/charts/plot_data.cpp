#include "ui/charts/plot_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warploom::ui {
namespace {

int position(std::vector<std::string>& names, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<int>(found - names.begin());
    names.push_back(name);
    return static_cast<int>(names.size()) - 1;
}

} // namespace

int columnOf(const Table& table, const std::string& name) {
    if (name.empty()) return -1;
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        if (table.columns[c].name == name) return static_cast<int>(c);
    return -1;
}

double PlotData::barPosition(const PlotRow& row) const {
    const double thickness = barThickness();
    return static_cast<double>(categories.size()) - 1 - row.category + 0.4 - (row.series + 0.5) * thickness;
}

PlotData plotData(const ChartSpec& spec, const Table& table) {
    PlotData data;
    const int category = columnOf(table, spec.category), series = columnOf(table, spec.series);
    const int x = columnOf(table, spec.x), value = columnOf(table, spec.value);
    const int low = columnOf(table, spec.low), high = columnOf(table, spec.high);
    const int kind = columnOf(table, spec.kind_column), status = columnOf(table, spec.status_column);
    const int reason = columnOf(table, spec.reason_column);
    const auto text = [&](std::size_t row, int column) {
        return column < 0 ? std::string() : table.text(row, static_cast<std::size_t>(column));
    };
    const auto number = [&](std::size_t row, int column) {
        return column < 0 ? std::numeric_limits<double>::quiet_NaN() : table.number(row, static_cast<std::size_t>(column));
    };
    if (value >= 0) data.unit = table.columns[static_cast<std::size_t>(value)].unit;
    if (x >= 0) data.x_unit = table.columns[static_cast<std::size_t>(x)].unit;
    double smallest = std::numeric_limits<double>::infinity(), largest = 0;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        PlotRow row;
        row.row = static_cast<int>(r);
        row.category = category < 0 ? 0 : position(data.categories, text(r, category));
        row.series = position(data.series, text(r, series));
        row.x = number(r, x);
        row.value = number(r, value);
        row.low = number(r, low);
        row.high = number(r, high);
        row.status = status < 0 ? "ok" : text(r, status);
        row.kind = kind < 0 ? "measured" : text(r, kind);
        row.reason = text(r, reason);
        if (row.status != "ok" && row.status != "running") row.value = std::numeric_limits<double>::quiet_NaN();
        if (std::isfinite(row.value)) {
            smallest = std::min({smallest, row.value, std::isfinite(row.low) ? row.low : row.value});
            largest = std::max({largest, row.value, std::isfinite(row.high) ? row.high : row.value});
            data.any_simulation = data.any_simulation || row.kind == "simulation";
        }
        data.rows.push_back(std::move(row));
    }
    data.smallest = std::isfinite(smallest) ? smallest : 0;
    data.largest = largest;
    return data;
}

} // namespace warploom::ui
