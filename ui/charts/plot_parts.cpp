#include "ui/charts/plot_parts.h"

#include "ui/charts/plot_ticks.h"
#include "ui/look/number_text.h"
#include "ui/look/words.h"

#include <QApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace warploom::ui {

QFont plotFont(const PlotSizes& sizes, double relative) {
    QFont font = QApplication::font();
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(sizes.font_px * relative))));
    return font;
}

QCPScatterStyle plotMarker(int series, const Colours& colours, double size, bool filled) {
    static constexpr QCPScatterStyle::ScatterShape shapes[] = {QCPScatterStyle::ssDisc,
                                                               QCPScatterStyle::ssSquare,
                                                               QCPScatterStyle::ssTriangle,
                                                               QCPScatterStyle::ssDiamond,
                                                               QCPScatterStyle::ssTriangleInverted,
                                                               QCPScatterStyle::ssCross,
                                                               QCPScatterStyle::ssPlus,
                                                               QCPScatterStyle::ssStar};
    const QColor stroke = colours.strokeColour(series);
    // Colours come again after eight series; with them another marker.
    QCPScatterStyle::ScatterShape shape = shapes[(series + 3 * (series / 8)) % 8];
    if (!filled && shape == QCPScatterStyle::ssDisc) shape = QCPScatterStyle::ssCircle; // a disc ignores its brush
    return QCPScatterStyle(shape, QPen(stroke, size / 5), filled ? QBrush(stroke) : QBrush(colours.canvas), size);
}

void styleAxes(QCustomPlot& plot, const Colours& colours, const PlotSizes& sizes) {
    plot.setBackground(QBrush(colours.canvas));
    plot.axisRect()->setBackground(QBrush(colours.canvas));
    for (QCPAxis* axis : plot.axisRect()->axes()) {
        axis->setBasePen(QPen(colours.outline, 1.0 * sizes.scale));
        axis->setTickPen(QPen(colours.outline, 1.0 * sizes.scale));
        axis->setSubTickPen(QPen(colours.outline, 1.0 * sizes.scale));
        axis->setTickLabelColor(colours.text);
        axis->setLabelColor(colours.text);
        axis->setTickLabelFont(plotFont(sizes));
        axis->setLabelFont(plotFont(sizes));
        axis->grid()->setPen(QPen(colours.grid, 1.0 * sizes.scale));
        axis->grid()->setZeroLinePen(QPen(colours.outline, 1.0 * sizes.scale));
        axis->grid()->setSubGridVisible(false);
        axis->setLabelPadding(static_cast<int>(4 * sizes.scale));
    }
    plot.legend->setFont(plotFont(sizes));
    plot.legend->setTextColor(colours.text);
    plot.legend->setBrush(Qt::NoBrush);
    plot.legend->setBorderPen(Qt::NoPen);
    plot.legend->setIconSize(static_cast<int>(22 * sizes.scale), static_cast<int>(12 * sizes.scale));
}

void resetAxis(QCPAxis* axis, bool log, double factor) {
    axis->setScaleType(log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (log) {
        axis->setTicker(QSharedPointer<UnitLogTicker>::create(factor));
    } else {
        axis->setTicker(QSharedPointer<UnitTicker>::create(factor));
    }
    axis->setNumberFormat(QStringLiteral("g"));
    axis->setRangeReversed(false);
    axis->setSubTicks(log);
    axis->grid()->setVisible(true);
}

QString axisTitle(const QString& title, const QString& unit, bool log) {
    QString text = unit.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, unit);
    if (log) text += words(", logarithmic");
    return text;
}

QString seriesTitle(const std::string& name, PlotKind kind) {
    const QString title = QString::fromStdString(name);
    const QString what = kind == PlotKind::simulation  ? words("simulation on this host")
                         : kind == PlotKind::modelled  ? words("modelled")
                         : kind == PlotKind::published ? words("published")
                                                       : QString();
    if (what.isEmpty() || title.isEmpty() || title == what) return title.isEmpty() ? what : title;
    return title + QStringLiteral(" - ") + what;
}

int modelledIndex(const PlotData& data, int series) {
    std::set<int> before;
    bool is = false;
    for (const PlotRow& row : data.rows) {
        if (row.kind != PlotKind::modelled) continue;
        if (row.series < series) before.insert(row.series);
        is = is || row.series == series;
    }
    return is ? static_cast<int>(before.size()) : -1;
}

ValueAxis valueAxis(const PlotData& data, bool log, double share, double also) {
    const double largest = std::max(data.largest, std::isfinite(also) ? also : 0.0);
    if (largest <= 0) return log ? ValueAxis{QCPRange(0.1, 10), 10} : ValueAxis{QCPRange(0, 1), 1};
    if (!log) return {QCPRange(0, largest * 1.06 / (1 - share)), largest * 1.06};
    double smallest = data.smallest > 0 ? data.smallest : largest / 10;
    if (std::isfinite(also) && also > 0) smallest = std::min(smallest, also);
    const double lower = std::pow(10.0, std::floor(std::log10(smallest * 0.7)));
    const double upper = largest * std::pow(largest / lower, 0.06);
    return {QCPRange(lower, lower * std::pow(upper / lower, 1 / (1 - share))), upper};
}

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
                                                          quantityText(value, table.columns[column].unit))});
    }
    return all;
}

void addReferences(QCustomPlot& plot, const std::vector<Reference>& all, bool vertical, const Colours& colours,
                   const PlotSizes& sizes) {
    for (const Reference& reference : all) {
        auto* line = new QCPItemStraightLine(&plot);
        line->setPen(QPen(colours.text, 1.5 * sizes.scale, Qt::DashLine));
        line->point1->setCoords(vertical ? reference.value : 0, vertical ? 0 : reference.value);
        line->point2->setCoords(vertical ? reference.value : 1, vertical ? 1 : reference.value);
        // A graph with no points, so that the line has its entry in the legend.
        QCPGraph* entry = plot.addGraph();
        entry->setPen(line->pen());
        entry->setName(reference.title);
    }
}

double largestOf(const std::vector<Reference>& all) {
    double largest = std::numeric_limits<double>::quiet_NaN();
    for (const Reference& reference : all)
        largest = std::isfinite(largest) ? std::max(largest, reference.value) : reference.value;
    return largest;
}

} // namespace warploom::ui
