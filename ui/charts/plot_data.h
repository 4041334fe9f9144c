#pragma once

#include "ui/charts/chart_spec.h"
#include "ui/charts/plot_kind.h"

#include <optional>
#include <string>
#include <vector>

namespace warploom::ui {

/// A named place on the horizontal axis of a line chart.
struct PlotMark {
    double x = 0;
    std::string name;
};

/// A table sorted into categories and series for drawing; values that are not numbers stay NaN.
struct PlotRow {
    int row = 0; ///< of the table
    int category = 0, series = 0;
    double x = 0, value = 0, low = 0, high = 0, inner = 0;
    PlotKind kind = PlotKind::measured;
    std::optional<RowStatus> status; ///< by its name in ChartSpec::status_column; absent where the cell is empty
    std::string reason, mark, note, points;
};

struct PlotData {
    std::vector<std::string> categories, series;
    std::vector<PlotRow> rows;
    std::vector<PlotMark> marks;
    std::string unit, x_unit;
    double smallest = 0; ///< above 0, over values and whiskers: where a logarithmic axis begins; 0 when there is none
    /// Over values and whiskers up to twice the longest bar, and over sums where bars are stacked; 0 when there are
    /// none.
    double largest = 0;
    bool any_simulation = false;
    /// Why the table is not drawn: a kind or status that this program does not know. Everything else is empty then.
    QString refusal;

    /// Where a bar stands on the axis of categories, the first at the top: the series that a category has stand close
    /// together around its middle.
    double barPosition(const PlotRow& row) const;
    double barThickness() const { return 0.8 / most_bars; }

    std::vector<std::vector<int>> place_of; ///< index of the row of a series in a category; -1 if it has none
    std::vector<int> bars_in;               ///< series in a category
    int most_bars = 1;
};

PlotData plotData(const ChartSpec& spec, const Table& table);
/// Column number by name, -1 where there is none.
int columnOf(const Table& table, const std::string& name);

} // namespace warploom::ui
