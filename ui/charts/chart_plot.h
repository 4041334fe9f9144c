#pragma once

#include "ui/charts/chart_spec.h"
#include "ui/charts/plot_data.h"
#include "ui/style/theme.h"

#include <qcustomplot.h>

#include <vector>

class QCustomPlot;

namespace warploom::ui {

/// Sizes of text and lines in a plot, in pixels. On the screen, they depend on the theme; in exported files, they are
/// fixed.
struct PlotSizes {
    double font_px = 12;
    double scale = 1;
    bool is_compact = false; ///< for bar charts: whether to omit the axis title and the legend to save space
};

/// Returns the sizes of text and lines for painting on the screen with the current theme.
PlotSizes screenSizes();

/// Performs the one-time setup of a plot, including the position of the legend above the axes.
void preparePlot(QCustomPlot& plot);
/// Draws a table as a chart, as specified by `spec`. Replaces the previous contents of the plot, but does not call
/// replot().
void fillPlot(QCustomPlot& plot, const ChartSpec& spec, const Table& table, const Table& samples,
              const Colours& colours, const PlotSizes& sizes);
/// Returns the minimum height of a bar chart that is still readable, in screen pixels.
int wantedHeight(const ChartSpec& spec, const Table& table, bool is_compact = false);
/// Returns whether the values differ so much that the smaller ones cannot be read on a linear axis: by more than a
/// factor of 50. Returns false for charts whose lengths are parts of a sum, and for values that are not positive.
bool needsLogAxis(const ChartSpec& spec, const Table& table);
/// Returns the index of the table row that is nearest to a point in the plot, or -1 if there is none. The plot must
/// have been filled by fillPlot().
int rowAt(const QCustomPlot& plot, const ChartSpec& spec, const Table& table, const QPointF& position);

// The following functions are shared by bar and line charts.

QFont plotFont(const PlotSizes& sizes, double relative = 1.0);
/// Returns the minimum height, in pixels, of a bar that has a value label next to it.
double barHeight(int bars_beside, const PlotSizes& sizes);
/// Object name of the child object that adapts the range of categories in a bar plot to the height of the plot.
inline constexpr QLatin1String keyRangeName("keyRange");
/// Returns the marker of a series in a line chart. Markers differ in shape as well as color, so that readers can
/// distinguish the series without color.
QCPScatterStyle plotMarker(int series, const Colours& colours, double size, bool filled);
void styleAxes(QCustomPlot& plot, const Colours& colours, const PlotSizes& sizes);
/// Makes an axis linear or logarithmic. One unit of the axis labels is `factor` units of the data.
void resetAxis(QCPAxis* axis, bool log, double factor);
QString axisTitle(const QString& title, const QString& unit, bool log);
/// Returns the legend text of a series. For values that were not measured, the text states their kind, as in "H200 -
/// modeled".
QString seriesTitle(const std::string& name, PlotKind kind);
/// Returns the style index of the modeled values in a series, or -1 if there are none. Modeled values are numbered
/// separately from measured series.
int modelledIndex(const PlotData& data, int series);

/// Range of the value axis. Bars start at zero or at a power of ten and extend to at most `drawn_to`. The fraction
/// `share` of the axis beyond `drawn_to` is reserved for value labels.
struct ValueAxis {
    QCPRange range;
    double drawn_to = 1;
};
ValueAxis valueAxis(const PlotData& data, bool log, double share, double also);

/// A dashed reference line in a chart.
struct Reference {
    double value = 0;
    QString title;
};
std::vector<Reference> references(const ChartSpec& spec, const Table& table);
void addReferences(QCustomPlot& plot, const std::vector<Reference>& all, bool vertical, const Colours& colours,
                   const PlotSizes& sizes);
/// Returns the largest value of any reference line, or NaN if there are no reference lines.
double largestOf(const std::vector<Reference>& all);

void fillBars(QCustomPlot& plot, const ChartSpec& spec, const PlotData& data, const Table& table, const Table& samples,
              const Colours& colours, const PlotSizes& sizes);
void fillLines(QCustomPlot& plot, const ChartSpec& spec, const PlotData& data, const Table& table,
               const Colours& colours, const PlotSizes& sizes);

} // namespace warploom::ui
