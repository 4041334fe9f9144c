#pragma once

#include "ui/charts/chart_spec.h"
#include "ui/charts/plot_data.h"
#include "ui/style/theme.h"

#include <qcustomplot.h>

#include <vector>

class QCustomPlot;

namespace warploom::ui {

/// How large letters and lines are, in pixels: from the theme on the screen, fixed on paper.
struct PlotSizes {
    double font_px = 12;
    double scale = 1; ///< of lines and markers
    bool is_compact =
        false; ///< bars: no title of the axis and no legend, where there is room for little more than the bars
};

/// Returns the sizes of the theme.
PlotSizes screenSizes();

/// Puts the legend under the axes and sets what never changes. Once for each plot.
void preparePlot(QCustomPlot& plot);
/// Draws the table into the plot as the specification says, replacing the old contents. Does not replot.
void fillPlot(QCustomPlot& plot, const ChartSpec& spec, const Table& table, const Table& samples,
              const Colours& colours, const PlotSizes& sizes);
/// Height that the rows of a bar chart need to stay readable, in pixels of the screen.
int wantedHeight(const ChartSpec& spec, const Table& table, bool is_compact = false);
/// The row of the table nearest to a point of a plot that fillPlot() has filled, or -1.
int rowAt(const QCustomPlot& plot, const ChartSpec& spec, const Table& table, const QPointF& position);

// Functions that bar and line charts share.

QFont plotFont(const PlotSizes& sizes, double relative = 1.0);
/// Returns the least height of a bar with its number beside it, in pixels.
double barHeight(int bars_beside, const PlotSizes& sizes);
/// The child of a plot of bars that fits the range of the categories to the height.
inline constexpr QLatin1String keyRangeName("keyRange");
/// Marker shapes in the order of the series, so that colour is never the only cue.
QCPScatterStyle plotMarker(int series, const Colours& colours, double size, bool filled);
void styleAxes(QCustomPlot& plot, const Colours& colours, const PlotSizes& sizes);
/// Linear or logarithmic, with labels in a unit that is the data's times `factor`.
void resetAxis(QCPAxis* axis, bool log, double factor);
QString axisTitle(const QString& title, const QString& unit, bool log);
/// The series' name with what its numbers are, unless they are measured: "H200 - modelled".
QString seriesTitle(const std::string& name, PlotKind kind);
/// Which of the looks for estimates a series has: they are counted apart from the others. -1: none of its rows is one.
int modelledIndex(const PlotData& data, int series);

/// The value axis: bars begin at zero (or at a power of ten) and end before `drawn_to`; from there to the end of the
/// axis, `share` of its length, stand the numbers.
struct ValueAxis {
    QCPRange range;
    double drawn_to = 1;
};
ValueAxis valueAxis(const PlotData& data, bool log, double share, double also);

/// A dashed line across the picture.
struct Reference {
    double value = 0;
    QString title;
};
std::vector<Reference> references(const ChartSpec& spec, const Table& table);
void addReferences(QCustomPlot& plot, const std::vector<Reference>& all, bool vertical, const Colours& colours,
                   const PlotSizes& sizes);
/// The largest of them; NaN when there are none.
double largestOf(const std::vector<Reference>& all);

void fillBars(QCustomPlot& plot, const ChartSpec& spec, const PlotData& data, const Table& table, const Table& samples,
              const Colours& colours, const PlotSizes& sizes);
void fillLines(QCustomPlot& plot, const ChartSpec& spec, const PlotData& data, const Table& table,
               const Colours& colours, const PlotSizes& sizes);

} // namespace warploom::ui
