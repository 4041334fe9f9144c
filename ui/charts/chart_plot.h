#pragma once

#include "ui/charts/chart_spec.h"
#include "ui/look/theme.h"

class QCustomPlot;

namespace warploom::ui {

/// How large letters and lines are, in pixels: from the theme on the screen, fixed on paper.
struct PlotSizes {
    double font_px = 12;
    double scale = 1; ///< of lines and markers
};

/// Puts the legend under the axes and sets what never changes. Once for each plot.
void preparePlot(QCustomPlot& plot);
/// Draws the table into the plot as the specification says, replacing what was there. Does not replot.
void fillPlot(QCustomPlot& plot, const ChartSpec& spec, const Table& table, const Table& samples,
              const Colours& colours, const PlotSizes& sizes);
/// Height that the rows of a bar chart need to stay readable, in pixels of the screen.
int wantedHeight(const ChartSpec& spec, const Table& table);
/// The row of the table nearest to a point of a plot that fillPlot() has filled, or -1.
int rowAt(const QCustomPlot& plot, const ChartSpec& spec, const Table& table, const QPointF& position);

} // namespace warploom::ui
