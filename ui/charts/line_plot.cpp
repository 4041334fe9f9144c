#include "ui/charts/chart_plot.h"

#include "ui/style/number_text.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"

#include <QFontMetrics>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace warploom::ui {
namespace {

constexpr qsizetype crowd = 40; // maximum number of markers on a curve; more markers would merge into a line

/// Describes how a curve in a line chart overlaps other curves.
struct Overlap {
    int first = -1;        ///< first series that this curve overlaps; -1 if none
    bool is_equal = false; ///< whether all points coincide with the points of the series `first`
    int later = 0;         ///< number of later series that overlap this curve
};

/// Finds curves that overlap. Two curves overlap if the distance between at least four out of five common points is
/// less than the line width.
std::vector<Overlap> overlaps(const PlotData& data, bool log) {
    constexpr double near = 0.01;
    std::vector<std::map<double, double>> curves(data.series.size());
    for (const PlotRow& row : data.rows)
        if (row.points.empty() && std::isfinite(row.x) && std::isfinite(row.value) && (!log || row.value > 0))
            curves[static_cast<std::size_t>(row.series)][row.x] = row.value;
    std::vector<Overlap> all(curves.size());
    for (std::size_t s = 0; s < curves.size(); ++s)
        for (std::size_t e = 0; e < s && all[s].first < 0; ++e) {
            std::size_t common = 0, close = 0, equal = 0;
            for (const auto& [x, value] : curves[s]) {
                const auto other = curves[e].find(x);
                if (other == curves[e].end()) continue;
                ++common;
                equal += value == other->second ? 1 : 0;
                // On a linear axis, differences that are small relative to the largest value are invisible.
                const double whole = log ? std::max(std::abs(value), std::abs(other->second)) : data.largest;
                close += std::abs(value - other->second) <= near * whole ? 1 : 0;
            }
            if (common == 0 || 5 * close < 4 * common) continue;
            all[s].first = static_cast<int>(e);
            all[s].is_equal = equal == curves[s].size() && equal == curves[e].size();
        }
    for (const Overlap& each : all)
        if (each.first >= 0) ++all[static_cast<std::size_t>(each.first)].later;
    return all;
}

/// Returns the part of `name` after the prefix that `name` shares with `other`. For example, returns "thomas vs pcr" if
/// both names start with "cerny2011, float, ".
QString unshared(const QString& name, const QString& other) {
    qsizetype from = 0;
    for (qsizetype i = 0; i < std::min(name.size(), other.size()) && name[i] == other[i]; ++i)
        if (name[i] == QLatin1Char(' ') && i > 0 && name[i - 1] == QLatin1Char(',')) from = i + 1;
    return name.mid(from);
}

/// Returns the marker size of a curve, enlarged so that its markers remain visible behind the markers of later curves.
double grown(double size, const Overlap& on) { return size * (1 + 0.7 * std::min(2, on.later)); }

/// Draws table rows with text in the column `points` as hollow markers in the color of their series. These markers
/// share one legend entry.
void addPoints(QCustomPlot& plot, const PlotData& data, const std::vector<Overlap>& on, bool log,
               const Colours& colours, const PlotSizes& sizes) {
    bool named = false;
    for (std::size_t s = 0; s < data.series.size(); ++s) {
        QVector<double> x, y;
        QString name;
        for (const PlotRow& row : data.rows) {
            if (row.series != static_cast<int>(s) || row.points.empty() || !std::isfinite(row.x) ||
                !std::isfinite(row.value))
                continue;
            if (log && row.value <= 0) continue;
            x.append(row.x);
            y.append(row.value);
            name = QString::fromStdString(row.points);
        }
        if (x.isEmpty()) continue;
        QCPGraph* graph = plot.addGraph();
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setScatterStyle(plotMarker(static_cast<int>(s), colours, grown(9, on[s]) * sizes.scale, false));
        graph->setName(name);
        graph->setData(x, y);
        if (named) graph->removeFromLegend();
        named = true;
    }
}

/// Returns a font for the vertical name of a mark (a named position on the horizontal axis). Reduces the font size to
/// the readable minimum before eliding the name.
QFont fittingMark(QString& name, double high, const PlotSizes& sizes) {
    constexpr double smallest_px = 11;
    for (double relative = 0.95; relative >= 0.55 && sizes.font_px * relative >= smallest_px; relative -= 0.1)
        if (QFontMetrics(plotFont(sizes, relative)).horizontalAdvance(name) <= high) return plotFont(sizes, relative);
    const QFont font = plotFont(sizes, std::min(0.95, std::max(0.6, smallest_px / sizes.font_px)));
    name = QFontMetrics(font).elidedText(name, Qt::ElideRight, static_cast<int>(high));
    return font;
}

/// Adds vertical dashed lines for the marks of a line chart, with their names at the top.
void addMarks(QCustomPlot& plot, const PlotData& data, const Colours& colours, const PlotSizes& sizes) {
    const double high = std::max(0.9 * plot.viewport().height() - 60 * sizes.scale, 30 * sizes.scale);
    for (const PlotMark& mark : data.marks) {
        if (!std::isfinite(mark.x)) continue;
        QString name = QString::fromStdString(mark.name);
        const QFont font = fittingMark(name, high, sizes);
        auto* line = new QCPItemStraightLine(&plot);
        line->setPen(QPen(colours.muted, 1.5 * sizes.scale, Qt::DashLine));
        line->point1->setCoords(mark.x, 1);
        line->point2->setCoords(mark.x, 2);
        auto* text = new QCPItemText(&plot);
        text->position->setTypeX(QCPItemPosition::ptPlotCoords);
        text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        text->position->setCoords(mark.x, 0.02);
        text->setRotation(-90);
        text->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
        text->setText(name);
        text->setColor(colours.text);
        text->setFont(font);
    }
}

} // namespace

namespace {

/// Labels all points on the horizontal axis. If two labels would overlap, shows only the label of the larger value.
/// `width` is an estimate, because the axis has no layout yet.
void labelPoints(QCPAxisTickerText& ticker, const std::set<double>& xs, const QCPAxis& axis, double factor,
                 double width, const QFontMetrics& metrics) {
    const QCPRange range = axis.range();
    const bool log = axis.scaleType() == QCPAxis::stLogarithmic;
    const auto pixel = [&](double x) {
        const double share =
            log ? std::log(x / range.lower) / std::log(range.upper / range.lower) : (x - range.lower) / range.size();
        return share * width;
    };
    double free_to = std::numeric_limits<double>::infinity();
    for (auto x = xs.rbegin(); x != xs.rend(); ++x) {
        const double shown = *x * factor;
        const QString label = shown == std::floor(shown) ? QString::number(shown, 'f', 0) : numberText(shown);
        const double half = 0.5 * metrics.horizontalAdvance(label), middle = pixel(*x);
        const bool fits = middle + half + metrics.averageCharWidth() <= free_to;
        ticker.addTick(*x, fits ? label : QString());
        if (fits) free_to = middle - half;
    }
}

} // namespace

void fillLines(QCustomPlot& plot, const ChartSpec& spec, const PlotData& data, const Table& table,
               const Colours& colours, const PlotSizes& sizes) {
    std::set<double> xs;
    for (const PlotRow& row : data.rows)
        if (std::isfinite(row.x)) xs.insert(row.x);
    const std::size_t columns = xs.size();
    for (const PlotMark& mark : data.marks)
        if (std::isfinite(mark.x)) xs.insert(mark.x);
    const AxisUnit unit = axisUnit(data.largest, data.unit);
    const AxisUnit x_unit = xs.empty() ? AxisUnit{} : axisUnit(*xs.rbegin(), data.x_unit);
    resetAxis(plot.xAxis, spec.log_x, x_unit.factor);
    resetAxis(plot.yAxis, spec.log_value, unit.factor);
    plot.xAxis->setLabel(axisTitle(spec.x_title, x_unit.unit, spec.log_x));
    // If the title does not fit, omit the note "logarithmic", because the ticks show it.
    QString title = axisTitle(spec.value_title, unit.unit, spec.log_value);
    const int high = plot.viewport().height() - static_cast<int>(60 * sizes.scale);
    const QFontMetrics metrics(plotFont(sizes));
    if (metrics.horizontalAdvance(title) > high) title = axisTitle(spec.value_title, unit.unit, false);
    plot.yAxis->setLabel(metrics.elidedText(title, Qt::ElideRight, std::max(high, metrics.averageCharWidth() * 8)));
    if (columns > 0 && columns <= 12 && data.marks.empty() && !spec.log_ticks) {
        plot.xAxis->setTicker(QSharedPointer<QCPAxisTickerText>::create());
        plot.xAxis->setSubTicks(false);
    }
    const std::vector<Overlap> lies_on = overlaps(data, spec.log_value);
    for (std::size_t s = 0; s < data.series.size(); ++s) {
        std::vector<const PlotRow*> rows;
        for (const PlotRow& row : data.rows) {
            if (row.series != static_cast<int>(s) || !std::isfinite(row.value) || !std::isfinite(row.x) ||
                !row.points.empty())
                continue;
            if (!spec.log_value || row.value > 0) rows.push_back(&row); // a logarithmic axis cannot show 0
        }
        if (rows.empty()) continue;
        std::stable_sort(rows.begin(), rows.end(), [](const PlotRow* a, const PlotRow* b) { return a->x < b->x; });
        const PlotKind kind = rows.front()->kind;
        const bool estimate = kind == PlotKind::modelled;
        const bool solid = kind == PlotKind::measured || kind == PlotKind::computed || kind == PlotKind::roof;
        const int index = static_cast<int>(s);
        const QColor stroke =
            estimate ? modelledColour(modelledIndex(data, index), colours) : colours.strokeColour(index);
        QVector<double> x, y, minus, plus;
        for (const PlotRow* row : rows) {
            x.append(row->x);
            y.append(row->value);
            minus.append(std::isfinite(row->low) ? row->value - row->low : 0);
            plus.append(std::isfinite(row->high) ? row->high - row->value : 0);
        }
        QCPGraph* graph = plot.addGraph();
        // Keep overlapping curves visible by drawing the earlier one wider and the later one dashed.
        const Overlap& on = lies_on[s];
        QPen pen(stroke, (2.2 + 2.6 * std::min(2, on.later)) * sizes.scale, solid ? Qt::SolidLine : Qt::DashLine);
        if (solid && on.first >= 0) pen.setDashPattern({5, 3});
        graph->setPen(pen);
        QCPScatterStyle marker = plotMarker(index, colours, grown(estimate ? 11 : 9, on) * sizes.scale, solid);
        if (estimate) marker.setPen(QPen(stroke, 2.2 * sizes.scale));
        if (kind == PlotKind::roof) {
            graph->setPen(QPen(colours.text, 2.2 * sizes.scale));
        } else {
            graph->setScatterStyle(marker);
            const auto count = static_cast<qsizetype>(rows.size());
            if (count > crowd) graph->setScatterSkip(static_cast<int>(count / 12));
            // Omit the markers of the line if other markers carry information, such as restarts.
            if (!spec.points.empty() && count > 1) graph->setScatterStyle(QCPScatterStyle::ssNone);
        }
        QString name = seriesTitle(data.series[s], kind);
        if (on.is_equal)
            name +=
                QLatin1String(" = ") + unshared(QString::fromStdString(data.series[static_cast<std::size_t>(on.first)]),
                                                QString::fromStdString(data.series[s]));
        graph->setName(name);
        graph->setData(x, y, true);
        if (!spec.low.empty() || !spec.high.empty()) {
            auto* whiskers = new QCPErrorBars(plot.xAxis, plot.yAxis);
            whiskers->setDataPlottable(graph);
            whiskers->setData(minus, plus);
            whiskers->setPen(QPen(stroke, 1.5 * sizes.scale));
            whiskers->setWhiskerWidth(7 * sizes.scale);
            whiskers->removeFromLegend();
        }
    }
    if (!spec.points.empty()) addPoints(plot, data, lies_on, spec.log_value, colours, sizes);
    addMarks(plot, data, colours, sizes);
    const auto refs = references(spec, table);
    const double also = largestOf(refs);
    addReferences(plot, refs, false, colours, sizes);
    plot.yAxis->setRange(valueAxis(data, spec.log_value, 0.02, also).range);
    if (xs.empty()) {
        plot.xAxis->setRange(spec.log_x ? QCPRange(1, 10) : QCPRange(0, 1));
    } else if (spec.log_x && *xs.begin() > 0) {
        const double pad = xs.size() > 1 ? std::pow(*xs.rbegin() / *xs.begin(), 0.06) : 2;
        plot.xAxis->setRange(*xs.begin() / pad, *xs.rbegin() * pad);
    } else {
        const double pad = xs.size() > 1 ? (*xs.rbegin() - *xs.begin()) * 0.06 : 1;
        plot.xAxis->setRange(*xs.begin() - pad, *xs.rbegin() + pad);
    }
    if (const auto ticker = plot.xAxis->ticker().dynamicCast<QCPAxisTickerText>())
        labelPoints(*ticker, xs, *plot.xAxis, x_unit.factor,
                    plot.viewport().width() - (70 + metrics.averageCharWidth()) * sizes.scale, metrics);
    plot.legend->setVisible(plot.legend->itemCount() > 0);
}

} // namespace warploom::ui
