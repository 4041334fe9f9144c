#include "ui/charts/chart_plot.h"

#include "ui/charts/plot_data.h"
#include "ui/charts/plot_ticks.h"
#include "ui/number_text.h"

#include <QCoreApplication>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace warploom::ui {
namespace {

QString words(const char* text) {
    return QCoreApplication::translate("Chart", text);
}

QFont plot_font(const PlotSizes& sizes, double relative = 1.0) {
    QFont font = QApplication::font();
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(sizes.font_px * relative))));
    return font;
}

/// Marker shapes in the order of the series, so that colour is never the only cue.
QCPScatterStyle marker(int series, const Colours& colours, double size, bool filled) {
    static constexpr QCPScatterStyle::ScatterShape shapes[] = {
        QCPScatterStyle::ssDisc,     QCPScatterStyle::ssSquare, QCPScatterStyle::ssTriangle, QCPScatterStyle::ssDiamond,
        QCPScatterStyle::ssTriangleInverted, QCPScatterStyle::ssCross, QCPScatterStyle::ssPlus, QCPScatterStyle::ssStar};
    const QColor stroke = colours.strokeColour(series);
    return QCPScatterStyle(shapes[series % 8], QPen(stroke, size / 5), filled ? QBrush(stroke) : QBrush(colours.canvas), size);
}

void style_axes(QCustomPlot& plot, const Colours& colours, const PlotSizes& sizes) {
    plot.setBackground(QBrush(colours.canvas));
    plot.axisRect()->setBackground(QBrush(colours.canvas));
    for (QCPAxis* axis : plot.axisRect()->axes()) {
        axis->setBasePen(QPen(colours.outline, 1.0 * sizes.scale));
        axis->setTickPen(QPen(colours.outline, 1.0 * sizes.scale));
        axis->setSubTickPen(QPen(colours.outline, 1.0 * sizes.scale));
        axis->setTickLabelColor(colours.text);
        axis->setLabelColor(colours.text);
        axis->setTickLabelFont(plot_font(sizes));
        axis->setLabelFont(plot_font(sizes));
        axis->grid()->setPen(QPen(colours.grid, 1.0 * sizes.scale));
        axis->grid()->setZeroLinePen(QPen(colours.outline, 1.0 * sizes.scale));
        axis->grid()->setSubGridVisible(false);
        axis->setLabelPadding(static_cast<int>(4 * sizes.scale));
    }
    plot.legend->setFont(plot_font(sizes));
    plot.legend->setTextColor(colours.text);
    plot.legend->setBrush(Qt::NoBrush);
    plot.legend->setBorderPen(Qt::NoPen);
    plot.legend->setIconSize(static_cast<int>(22 * sizes.scale), static_cast<int>(12 * sizes.scale));
}

void reset_axis(QCPAxis* axis, bool log, double factor, int digits = 4) {
    axis->setScaleType(log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (log) {
        axis->setTicker(QSharedPointer<UnitLogTicker>::create(factor));
    } else {
        axis->setTicker(QSharedPointer<UnitTicker>::create(factor, digits));
    }
    axis->setNumberFormat(QStringLiteral("g"));
    axis->setRangeReversed(false);
    axis->setSubTicks(log);
    axis->grid()->setVisible(true);
}

QString axis_title(const QString& title, const QString& unit, bool log) {
    QString text = unit.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, unit);
    if (log) text += words(", logarithmic");
    return text;
}

QString series_title(const std::string& name, bool simulation) {
    QString title = QString::fromStdString(name);
    if (simulation) title = title.isEmpty() ? words("simulation on this host") : title + words(" - simulation on this host");
    return title;
}

/// Range of the value axis: bars begin at zero (or at a power of ten), and `room` is left for the numbers at the end.
QCPRange value_range(const PlotData& data, bool log, double room, double also) {
    const double largest = std::max(data.largest, std::isfinite(also) ? also : 0.0);
    if (largest <= 0) return log ? QCPRange(0.1, 10) : QCPRange(0, 1);
    if (!log) return QCPRange(0, largest * (1 + room));
    double smallest = data.smallest > 0 ? data.smallest : largest / 10;
    if (std::isfinite(also) && also > 0) smallest = std::min(smallest, also);
    const double lower = std::pow(10.0, std::floor(std::log10(smallest * 0.7)));
    return QCPRange(lower, largest * std::pow(largest / lower, room));
}

void add_text(QCustomPlot& plot, const QString& text, double x_ratio, double y, Qt::Alignment alignment,
              const QColor& colour, const QFont& font) {
    auto* item = new QCPItemText(&plot);
    item->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    item->position->setTypeY(QCPItemPosition::ptPlotCoords);
    item->position->setCoords(x_ratio, y);
    item->setPositionAlignment(alignment);
    item->setText(text);
    item->setColor(colour);
    item->setFont(font);
    item->setClipToAxisRect(true);
}

struct Reference {
    double value = 0;
    QString title;
};

std::vector<Reference> references(const ChartSpec& spec, const Table& table) {
    std::vector<Reference> all;
    if (spec.reference_value) all.push_back({*spec.reference_value, spec.reference_title});
    const int column = columnOf(table, spec.reference);
    if (column < 0) return all;
    std::set<double> seen;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const double value = table.number(r, static_cast<std::size_t>(column));
        if (!std::isfinite(value) || !seen.insert(value).second) continue;
        all.push_back({value, QStringLiteral("%1 %2").arg(spec.reference_title,
                              quantityText(value, table.columns[static_cast<std::size_t>(column)].unit))});
    }
    return all;
}

void add_references(QCustomPlot& plot, const std::vector<Reference>& all, bool vertical, const Colours& colours,
                    const PlotSizes& sizes) {
    for (const Reference& reference : all) {
        auto* line = new QCPItemStraightLine(&plot);
        line->setPen(QPen(colours.text, 1.5 * sizes.scale, Qt::DashLine));
        line->point1->setCoords(vertical ? reference.value : 0, vertical ? 0 : reference.value);
        line->point2->setTypeX(vertical ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptPlotCoords);
        line->point2->setCoords(vertical ? reference.value : 1, vertical ? 1 : reference.value);
        // A graph with no points, so that the line has its entry in the legend.
        QCPGraph* entry = plot.addGraph();
        entry->setPen(line->pen());
        entry->setName(reference.title);
    }
}

void fill_bars(QCustomPlot& plot, const ChartSpec& spec, const PlotData& data, const Table& table, const Table& samples,
               const Colours& colours, const PlotSizes& sizes) {
    QCPAxis* keys = plot.yAxis;
    QCPAxis* values = plot.xAxis;
    const auto refs = references(spec, table);
    double also = std::numeric_limits<double>::quiet_NaN();
    for (const Reference& reference : refs) also = std::isfinite(also) ? std::max(also, reference.value) : reference.value;
    const QCPRange range = value_range(data, spec.log_value, spec.log_value ? 0.25 : 0.22, also);
    const AxisUnit unit = axisUnit(data.largest, data.unit);
    reset_axis(values, spec.log_value, unit.factor);
    values->setRange(range);
    values->setLabel(axis_title(spec.value_title, unit.unit, spec.log_value));

    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (std::size_t c = 0; c < data.categories.size(); ++c)
        ticker->addTick(static_cast<double>(data.categories.size() - 1 - c), QString::fromStdString(data.categories[c]));
    reset_axis(keys, false, 1);
    keys->setTicker(ticker);
    keys->setSubTicks(false);
    keys->grid()->setVisible(false);
    keys->setLabel(QString());
    // A few bars do not grow into slabs: the axis always has room for five.
    const auto count = static_cast<double>(data.categories.size());
    keys->setRange(std::min(0.0, count - 5) - 0.6, count - 0.4);

    const double thickness = data.barThickness();
    const double base = spec.log_value ? range.lower : 0;
    bool named = false;
    for (std::size_t s = 0; s < data.series.size(); ++s) {
        for (const bool simulation : {false, true}) {
            std::vector<const PlotRow*> rows;
            for (const PlotRow& row : data.rows)
                if (row.series == static_cast<int>(s) && std::isfinite(row.value) && (row.kind == "simulation") == simulation)
                    rows.push_back(&row);
            if (rows.empty()) continue;
            std::sort(rows.begin(), rows.end(), [&](const PlotRow* a, const PlotRow* b) {
                return data.barPosition(*a) < data.barPosition(*b);
            });
            const int index = static_cast<int>(s);
            auto* bars = new QCPBars(keys, values);
            bars->setWidth(thickness * 0.92);
            bars->setBaseValue(base);
            bars->setPen(QPen(colours.strokeColour(index), 1.5 * sizes.scale));
            bars->setBrush(QBrush(colours.seriesColour(index), simulation ? Qt::BDiagPattern : Qt::SolidPattern));
            const QString name = series_title(data.series[s], simulation);
            bars->setName(name);
            if (name.isEmpty()) bars->removeFromLegend();
            named = named || !name.isEmpty();
            QVector<double> key, value, minus, plus;
            for (const PlotRow* row : rows) {
                key.append(data.barPosition(*row));
                value.append(row->value);
                minus.append(std::isfinite(row->low) ? row->value - row->low : 0);
                plus.append(std::isfinite(row->high) ? row->high - row->value : 0);
            }
            bars->setData(key, value, true);
            if (!spec.low.empty() || !spec.high.empty()) {
                auto* whiskers = new QCPErrorBars(keys, values);
                whiskers->setDataPlottable(bars);
                whiskers->setErrorType(QCPErrorBars::etValueError);
                whiskers->setData(minus, plus);
                whiskers->setPen(QPen(colours.text, 1.8 * sizes.scale));
                whiskers->setWhiskerWidth(9 * sizes.scale);
                whiskers->setSymbolGap(0);
                whiskers->removeFromLegend();
            }
        }
    }

    if (!spec.sample_value.empty() && !samples.rows.empty()) {
        ChartSpec dots = spec;
        dots.value = spec.sample_value;
        dots.low = dots.high = dots.status_column = dots.reason_column = {};
        const int category = columnOf(samples, spec.category), series = columnOf(samples, spec.series);
        const int value = columnOf(samples, spec.sample_value);
        std::vector<QVector<double>> key(data.series.size()), shown(data.series.size());
        QVector<double> beyond_key, beyond;
        for (std::size_t r = 0; category >= 0 && value >= 0 && r < samples.rows.size(); ++r) {
            PlotRow row;
            const auto find = [](const std::vector<std::string>& names, const std::string& name) {
                return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
            };
            row.category = find(data.categories, samples.text(r, static_cast<std::size_t>(category)));
            row.series = series < 0 ? 0 : find(data.series, samples.text(r, static_cast<std::size_t>(series)));
            const double v = samples.number(r, static_cast<std::size_t>(value));
            if (row.category >= static_cast<int>(data.categories.size()) || row.series >= static_cast<int>(data.series.size()) ||
                !std::isfinite(v))
                continue;
            // Spread over the bar's thickness by a fixed sequence, so that a picture never changes by itself.
            const double spread = std::fmod(static_cast<double>(r) * 0.6180339887, 1.0) - 0.5;
            const double k = data.barPosition(row) + spread * thickness * 0.6;
            if (v > range.upper) {
                beyond_key.append(k);
                beyond.append(range.upper);
            } else {
                key[static_cast<std::size_t>(row.series)].append(k);
                shown[static_cast<std::size_t>(row.series)].append(v);
            }
        }
        for (std::size_t s = 0; s < data.series.size(); ++s) {
            if (key[s].isEmpty()) continue;
            QCPGraph* graph = plot.addGraph(keys, values);
            graph->setLineStyle(QCPGraph::lsNone);
            QCPScatterStyle style = marker(static_cast<int>(s), colours, 6 * sizes.scale, false);
            if (style.shape() == QCPScatterStyle::ssDisc) style.setShape(QCPScatterStyle::ssCircle);
            style.setPen(QPen(colours.text, 1.0 * sizes.scale));
            graph->setScatterStyle(style);
            graph->setData(key[s], shown[s]);
            graph->removeFromLegend();
        }
        if (!beyond.isEmpty()) {
            QCPGraph* graph = plot.addGraph(keys, values);
            graph->setLineStyle(QCPGraph::lsNone);
            QPainterPath arrow(QPointF(0, 0));
            arrow.lineTo(-7 * sizes.scale, -4 * sizes.scale);
            arrow.lineTo(-7 * sizes.scale, 4 * sizes.scale);
            arrow.closeSubpath();
            graph->setScatterStyle(QCPScatterStyle(arrow, QPen(colours.text), QBrush(colours.text), 6 * sizes.scale));
            graph->setData(beyond_key, beyond);
            graph->setName(words("samples beyond the axis"));
            named = true;
        }
    }

    for (const PlotRow& row : data.rows) {
        const double y = data.barPosition(row);
        if (std::isfinite(row.value)) {
            add_text(plot, quantityText(row.value, data.unit) + QStringLiteral(" "), 1.0, y, Qt::AlignRight | Qt::AlignVCenter,
                     colours.text, plot_font(sizes));
        } else if (row.status == "wrong" || row.status == "error") {
            add_text(plot, QStringLiteral(" ✕ %1: %2").arg(QString::fromStdString(row.status), QString::fromStdString(row.reason)),
                     0.0, y, Qt::AlignLeft | Qt::AlignVCenter, colours.strokeColour(3), plot_font(sizes));
        } else if (row.status == "skipped") {
            add_text(plot, words(" skipped: ") + QString::fromStdString(row.reason), 0.0, y, Qt::AlignLeft | Qt::AlignVCenter,
                     colours.muted, plot_font(sizes));
        } else if (row.status == "waiting") {
            add_text(plot, words(" waiting"), 0.0, y, Qt::AlignLeft | Qt::AlignVCenter, colours.muted, plot_font(sizes));
        }
    }
    add_references(plot, refs, true, colours, sizes);
    plot.legend->setVisible(named || !refs.empty());
}

void fill_lines(QCustomPlot& plot, const ChartSpec& spec, const PlotData& data, const Table& table, const Colours& colours,
                const PlotSizes& sizes) {
    std::set<double> xs;
    for (const PlotRow& row : data.rows)
        if (std::isfinite(row.x)) xs.insert(row.x);
    const AxisUnit unit = axisUnit(data.largest, data.unit);
    const AxisUnit x_unit = xs.empty() ? AxisUnit{} : axisUnit(*xs.rbegin(), data.x_unit);
    reset_axis(plot.xAxis, spec.log_x, x_unit.factor);
    reset_axis(plot.yAxis, spec.log_value, unit.factor);
    plot.xAxis->setLabel(axis_title(spec.x_title, x_unit.unit, spec.log_x));
    plot.yAxis->setLabel(axis_title(spec.value_title, unit.unit, spec.log_value));
    if (!xs.empty() && xs.size() <= 12) {
        auto ticker = QSharedPointer<QCPAxisTickerText>::create();
        for (const double x : xs) ticker->addTick(x, numberText(x * x_unit.factor));
        plot.xAxis->setTicker(ticker);
        plot.xAxis->setSubTicks(false);
    }
    for (std::size_t s = 0; s < data.series.size(); ++s) {
        std::vector<const PlotRow*> rows;
        for (const PlotRow& row : data.rows)
            if (row.series == static_cast<int>(s) && std::isfinite(row.value) && std::isfinite(row.x)) rows.push_back(&row);
        if (rows.empty()) continue;
        std::stable_sort(rows.begin(), rows.end(), [](const PlotRow* a, const PlotRow* b) { return a->x < b->x; });
        const bool simulation = rows.front()->kind == "simulation";
        const int index = static_cast<int>(s);
        QVector<double> x, y, minus, plus;
        for (const PlotRow* row : rows) {
            x.append(row->x);
            y.append(row->value);
            minus.append(std::isfinite(row->low) ? row->value - row->low : 0);
            plus.append(std::isfinite(row->high) ? row->high - row->value : 0);
        }
        QCPGraph* graph = plot.addGraph();
        graph->setPen(QPen(colours.strokeColour(index), 2.2 * sizes.scale, simulation ? Qt::DashLine : Qt::SolidLine));
        graph->setScatterStyle(marker(index, colours, 9 * sizes.scale, !simulation));
        graph->setName(series_title(data.series[s], simulation));
        graph->setData(x, y, true);
        if (!spec.low.empty() || !spec.high.empty()) {
            auto* whiskers = new QCPErrorBars(plot.xAxis, plot.yAxis);
            whiskers->setDataPlottable(graph);
            whiskers->setData(minus, plus);
            whiskers->setPen(QPen(colours.strokeColour(index), 1.5 * sizes.scale));
            whiskers->setWhiskerWidth(7 * sizes.scale);
            whiskers->removeFromLegend();
        }
    }
    const auto refs = references(spec, table);
    double also = std::numeric_limits<double>::quiet_NaN();
    for (const Reference& reference : refs) also = std::isfinite(also) ? std::max(also, reference.value) : reference.value;
    add_references(plot, refs, false, colours, sizes);
    plot.yAxis->setRange(value_range(data, spec.log_value, 0.08, also));
    if (xs.empty()) {
        plot.xAxis->setRange(spec.log_x ? QCPRange(1, 10) : QCPRange(0, 1));
    } else if (spec.log_x && *xs.begin() > 0) {
        const double pad = xs.size() > 1 ? std::pow(*xs.rbegin() / *xs.begin(), 0.06) : 2;
        plot.xAxis->setRange(*xs.begin() / pad, *xs.rbegin() * pad);
    } else {
        const double pad = xs.size() > 1 ? (*xs.rbegin() - *xs.begin()) * 0.06 : 1;
        plot.xAxis->setRange(*xs.begin() - pad, *xs.rbegin() + pad);
    }
    plot.legend->setVisible(plot.legend->itemCount() > 0);
}

/// Under the axes while it has something to say. An empty legend must leave the layout: it hints at a width of nothing, and
/// the axes would follow it.
void place_legend(QCustomPlot& plot) {
    QCPLayoutGrid* layout = plot.plotLayout();
    const bool placed = layout->rowCount() > 1;
    if (plot.legend->visible() && !placed) {
        auto* below = new QCPLayoutGrid;
        layout->addElement(1, 0, below);
        below->addElement(0, 0, plot.legend);
        layout->setRowStretchFactor(1, 0.001);
    } else if (!plot.legend->visible() && placed) {
        auto* below = static_cast<QCPLayoutGrid*>(layout->element(1, 0));
        below->take(plot.legend);
        layout->remove(below);
        layout->simplify();
    }
}

} // namespace

void preparePlot(QCustomPlot& plot) {
    plot.setNoAntialiasingOnDrag(true);
    plot.plotLayout()->setRowSpacing(0);
    plot.axisRect()->insetLayout()->take(plot.legend);
    plot.legend->setFillOrder(QCPLegend::foColumnsFirst);
    plot.legend->setVisible(false);
}

void fillPlot(QCustomPlot& plot, const ChartSpec& spec, const Table& table, const Table& samples, const Colours& colours,
              const PlotSizes& sizes) {
    plot.clearPlottables();
    plot.clearItems();
    const PlotData data = plotData(spec, table);
    style_axes(plot, colours, sizes);
    if (spec.kind == ChartSpec::Kind::bars) {
        fill_bars(plot, spec, data, table, samples, colours, sizes);
    } else {
        fill_lines(plot, spec, data, table, colours, sizes);
    }
    // As many legend entries beside each other as fit; the layout has no wrapping of its own.
    const QFontMetrics metrics(plot.legend->font());
    int widest = 1;
    for (int i = 0; i < plot.legend->itemCount(); ++i)
        if (auto* item = qobject_cast<QCPPlottableLegendItem*>(plot.legend->item(i)))
            widest = std::max(widest, metrics.horizontalAdvance(item->plottable()->name()));
    const double width = std::max(plot.viewport().width(), 100);
    plot.legend->setWrap(std::max(1, static_cast<int>(width / (widest + 40 * sizes.scale))));
    place_legend(plot);
}

int wantedHeight(const ChartSpec& spec, const Table& table) {
    if (spec.kind != ChartSpec::Kind::bars) return theme().px(160);
    const PlotData data = plotData(spec, table);
    const double lines = static_cast<double>(data.categories.size() * std::max<std::size_t>(1, data.series.size()));
    return theme().px(70 + lines * 17);
}

int rowAt(const QCustomPlot& plot, const ChartSpec& spec, const Table& table, const QPointF& position) {
    if (!plot.axisRect()->rect().contains(position.toPoint())) return -1;
    const PlotData data = plotData(spec, table);
    int best = -1;
    double nearest = std::numeric_limits<double>::infinity();
    for (const PlotRow& row : data.rows) {
        double distance = 0;
        if (spec.kind == ChartSpec::Kind::bars) {
            distance = std::fabs(plot.yAxis->coordToPixel(data.barPosition(row)) - position.y());
            if (distance > 14 * theme().scale()) continue;
        } else {
            if (!std::isfinite(row.value) || !std::isfinite(row.x)) continue;
            distance = std::hypot(plot.xAxis->coordToPixel(row.x) - position.x(),
                                  plot.yAxis->coordToPixel(row.value) - position.y());
            if (distance > 16 * theme().scale()) continue;
        }
        if (distance < nearest) {
            nearest = distance;
            best = row.row;
        }
    }
    return best;
}

} // namespace warploom::ui
