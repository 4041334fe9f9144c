#include "ui/charts/chart_plot.h"

#include "ui/style/number_text.h"
#include "ui/style/text.h"

#include <QApplication>
#include <QFontInfo>
#include <QFontMetrics>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <type_traits>

namespace warploom::ui {
namespace {

/// Axis ticker that places ticks at round numbers in a unit that differs from the unit of the data. For example, the
/// tick "20 MiB" is at 20971520 bytes.
template <class Ticker> class TickerInUnit : public Ticker {
public:
    explicit TickerInUnit(double factor = 1) : factor_(factor) {}

    void generate(const QCPRange& range, const QLocale& locale, QChar format, int, QVector<double>& ticks,
                  QVector<double>* sub_ticks, QVector<QString>* labels) override {
        // Label all ticks with powers of ten instead of mixing them with decimals, unless the range is so short that
        // the ticks are not powers of ten.
        const double lower = range.lower * factor_, upper = range.upper * factor_;
        const bool is_power = std::is_same_v<Ticker, QCPAxisTickerLog> && lower > 0 && upper >= 100 * lower &&
                              (upper >= 1e4 || lower < 1e-4);
        Ticker::generate({lower, upper}, locale, is_power ? QLatin1Char('e') : format, is_power ? 0 : 4, ticks,
                         sub_ticks, labels);
        for (QVector<double>* each : {&ticks, sub_ticks})
            if (each != nullptr)
                for (double& tick : *each) tick /= factor_;
    }

private:
    double factor_;
};

using UnitTicker = TickerInUnit<QCPAxisTicker>;
using UnitLogTicker = TickerInUnit<QCPAxisTickerLog>;

/// Places the legend above the axes, where it stays visible if the chart is taller than its scroll area. Removes it
/// from the layout if it is empty, because the zero width of an empty legend would shrink the axes.
void placeLegend(QCustomPlot& plot) {
    QCPLayoutGrid* layout = plot.plotLayout();
    const bool placed = layout->rowCount() > 1;
    if (plot.legend->visible() && !placed) {
        auto* above = new QCPLayoutGrid;
        layout->insertRow(0);
        layout->addElement(0, 0, above);
        above->addElement(0, 0, plot.legend);
        layout->setRowStretchFactor(0, 0.001);
        layout->setRowStretchFactor(1, 1);
    } else if (!plot.legend->visible() && placed) {
        auto* above = static_cast<QCPLayoutGrid*>(layout->element(0, 0));
        above->take(plot.legend);
        layout->remove(above);
        layout->simplify();
    }
}

/// Shows a message in place of the axes and the legend.
void showRefusal(QCustomPlot& plot, const QString& sentence, const Colours& colours, const PlotSizes& sizes) {
    auto* text = new QCPItemText(&plot); // the plot takes ownership
    text->setObjectName(QStringLiteral("chartRefusal"));
    text->position->setType(QCPItemPosition::ptAxisRectRatio);
    text->position->setCoords(0.5, 0.5);
    text->setFont(plotFont(sizes));
    text->setColor(colours.strokeColour(3));
    const QFontMetrics metrics(text->font());
    const auto letters = std::max<qsizetype>(20, plot.viewport().width() / std::max(1, metrics.averageCharWidth()) - 4);
    QStringList lines{QString()};
    for (const QString& word : sentence.split(QLatin1Char(' '))) {
        if (!lines.last().isEmpty() && lines.last().size() + word.size() >= letters) lines.append(QString());
        lines.last() += (lines.last().isEmpty() ? QString() : QStringLiteral(" ")) + word;
    }
    text->setText(lines.join(QLatin1Char('\n')));
}

} // namespace

void preparePlot(QCustomPlot& plot) {
    plot.setNoAntialiasingOnDrag(true);
    plot.plotLayout()->setRowSpacing(0);
    plot.axisRect()->insetLayout()->take(plot.legend);
    plot.axisRect()->setMinimumMargins(QMargins(15, 6, 15, 8));
    plot.legend->setFillOrder(QCPLegend::foColumnsFirst);
    plot.legend->setMargins(QMargins(7, 2, 7, 0));
    plot.legend->setRowSpacing(0);
    plot.legend->setVisible(false);
}

void fillPlot(QCustomPlot& plot, const ChartSpec& spec, const Table& table, const Table& samples,
              const Colours& colours, const PlotSizes& sizes) {
    plot.clearPlottables();
    plot.clearItems();
    delete plot.findChild<QObject*>(keyRangeName, Qt::FindDirectChildrenOnly);
    const PlotData data = plotData(spec, table);
    styleAxes(plot, colours, sizes);
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) axis->setVisible(data.refusal.isEmpty());
    if (!data.refusal.isEmpty()) {
        showRefusal(plot, data.refusal, colours, sizes);
        return;
    }
    if (spec.kind == ChartSpec::Kind::bars) {
        fillBars(plot, spec, data, table, samples, colours, sizes);
    } else {
        fillLines(plot, spec, data, table, colours, sizes);
    }
    // Wrap the legend explicitly, because QCPLegend does not wrap its entries automatically.
    const QFontMetrics metrics(plot.legend->font());
    int widest = 1;
    for (int i = 0; i < plot.legend->itemCount(); ++i)
        if (auto* item = qobject_cast<QCPPlottableLegendItem*>(plot.legend->item(i)))
            widest = std::max(widest, metrics.horizontalAdvance(item->plottable()->name()));
    const double width = std::max(plot.viewport().width(), 100);
    plot.legend->setWrap(std::max(1, static_cast<int>(width / (widest + 40 * sizes.scale))));
    // Rearrange the entries, because setWrap() has no effect on existing entries.
    plot.legend->setFillOrder(QCPLegend::foColumnsFirst, true);
    placeLegend(plot);
}

PlotSizes screenSizes() {
    PlotSizes sizes;
    sizes.font_px = QFontInfo(theme().font()).pixelSize();
    sizes.scale = theme().scale();
    return sizes;
}

double barHeight(int bars_beside, const PlotSizes& sizes) {
    const double letters = std::max<double>(QFontMetrics(plotFont(sizes)).height(), sizes.scale * 17);
    return bars_beside > 1 ? letters * (1 + PlotData::gapOfGroups(bars_beside) / bars_beside) : letters;
}

int wantedHeight(const ChartSpec& spec, const Table& table, bool is_compact) {
    if (spec.kind != ChartSpec::Kind::bars) return theme().px(160);
    const PlotData data = plotData(spec, table);
    const int beside = data.most_bars;
    // Leave gaps between groups of bars, and room for a value label next to each bar.
    const double lines = static_cast<double>(data.categories.size()) * beside;
    if (spec.paired) return theme().px(70 + 12 * static_cast<double>(data.categories.size()));
    const PlotSizes sizes = screenSizes();
    const int letters = QFontMetrics(plotFont(sizes)).height();
    if (is_compact) {
        // Use the height of digits, which is less than the line height.
        const double line = std::max<double>(theme().px(13), 0.8 * letters);
        return letters + theme().px(16 + (beside > 1 ? 13 : 0)) + static_cast<int>(std::ceil(lines * line));
    }
    // Reserve one line of text each for the axis labels, the axis title and the legend. A bar is as tall as its value
    // label.
    return 3 * letters + theme().px(28 + (beside > 1 ? 17 : 0)) +
           static_cast<int>(std::ceil(lines * barHeight(beside, sizes)));
}

bool needsLogAxis(const ChartSpec& spec, const Table& table) {
    constexpr double readable = 50;
    if (spec.stacked || !spec.inner.empty()) return false;
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (const PlotRow& row : plotData(spec, table).rows) {
        if (!std::isfinite(row.value)) continue;
        least = std::min(least, row.value);
        most = std::max(most, row.value);
    }
    return least > 0 && most > readable * least;
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
    // Colors repeat after eight series, each time with a different marker.
    QCPScatterStyle::ScatterShape shape = shapes[(series + 3 * (series / 8)) % 8];
    // QCustomPlot ignores the brush of the marker style ssDisc.
    if (!filled && shape == QCPScatterStyle::ssDisc) shape = QCPScatterStyle::ssCircle;
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
    // Leave space below the text and the markers. A legend entry in QCustomPlot is only as tall as its icon, so the
    // last pixels would otherwise be cut off.
    plot.legend->setIconSize(static_cast<int>(22 * sizes.scale),
                             QFontMetrics(plotFont(sizes)).height() + static_cast<int>(4 * sizes.scale));
}

void resetAxis(QCPAxis* axis, bool log, double factor) {
    axis->setScaleType(log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (log) {
        axis->setTicker(QSharedPointer<UnitLogTicker>::create(factor));
    } else {
        axis->setTicker(QSharedPointer<UnitTicker>::create(factor));
    }
    axis->setNumberFormat(QStringLiteral("gb")); // format tick labels as 10⁴ instead of 1e+04
    axis->setRangeReversed(false);
    axis->setSubTicks(log);
    axis->grid()->setVisible(true);
}

QString axisTitle(const QString& title, const QString& unit, bool log) {
    const QString text = unit.isEmpty() || unit == title ? title : QStringLiteral("%1 (%2)").arg(title, unit);
    return log ? Text::tr("%1, logarithmic").arg(text) : text;
}

QString seriesTitle(const std::string& name, PlotKind kind) {
    const QString title = QString::fromStdString(name);
    const QString what = kind == PlotKind::simulation  ? Text::tr("simulated on this host")
                         : kind == PlotKind::modelled  ? Text::tr("modeled")
                         : kind == PlotKind::published ? Text::tr("published")
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
        // Add an empty graph, so that the reference line has a legend entry.
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
