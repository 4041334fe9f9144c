#pragma once

#include "ui/charts/chart_spec.h"
#include "ui/charts/plot_kind.h"

#include <optional>
#include <string>
#include <vector>

namespace warploom::ui {

/// A named position on the horizontal axis of a line chart.
struct PlotMark {
    double x = 0;
    std::string name;
};

/// A table row with its category and series. Cells without a number are NaN.
struct PlotRow {
    int row = 0;
    int category = 0, series = 0;
    double x = 0, value = 0, low = 0, high = 0, inner = 0;
    PlotKind kind = PlotKind::measured;
    std::optional<RowStatus> status; ///< status parsed from ChartSpec::status_column; std::nullopt if the cell is empty
    std::string reason, mark, note, points;
};

struct PlotData {
    std::vector<std::string> categories, series;
    std::vector<PlotRow> rows;
    std::vector<PlotMark> marks;
    std::string unit, x_unit;
    /// Smallest positive value, including whiskers; a logarithmic axis starts at this value. The value is 0 if there is
    /// none.
    double smallest = 0;
    /// Largest value, including whiskers up to twice the length of the longest bar, and including the totals of stacked
    /// bars; 0 if there is none.
    double largest = 0;
    bool any_simulation = false;
    /// Reason why the table cannot be drawn, such as an unknown kind or status. If there is a reason, all other members
    /// are empty.
    QString refusal;

    /// Returns the position of a bar on the category axis. The first category is at the top, and the bars of a category
    /// are centered around the category's position.
    double barPosition(const PlotRow& row) const;
    double barThickness() const { return 1 / (most_bars + gapOfGroups(most_bars)); }
    /// Returns the distance between the bars of two categories, as a fraction of the thickness of a bar.
    static double gapOfGroups(int bars_beside) { return bars_beside > 1 ? 0.5 : 0.25; }

    std::vector<std::vector<int>> place_of; ///< position of each series within each category; -1 if there is no bar
    std::vector<int> bars_in;               ///< number of series that have a bar, for each category
    int most_bars = 1;
};

PlotData plotData(const ChartSpec& spec, const Table& table);
/// Returns the index of the named column, or -1 if the table has no such column.
int columnOf(const Table& table, const std::string& name);

} // namespace warploom::ui
