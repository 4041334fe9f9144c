#include "ui/charts/chart_plot.h"

#include "ui/style/number_text.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"

#include <QFontMetrics>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace warploom::ui {
namespace {

/// Returns the value label of a bar. Estimates have the prefix "≈".
QString barNumber(const PlotRow& row, const PlotData& data) {
    QString text = quantityText(row.value, data.unit);
    if (row.kind == PlotKind::modelled) text.prepend(QStringLiteral("≈ "));
    // Mark the bar with a symbol only, because there is no room for the text of the mark. The table and the summary
    // contain this text.
    if (!row.mark.empty()) text.prepend(QStringLiteral("◀  "));
    if (!row.note.empty()) text += QStringLiteral(", ") + QString::fromStdString(row.note);
    return text;
}

/// Returns the font of the value labels of bars. Paired bars use the smallest readable size.
QFont barFont(const ChartSpec& spec, const PlotSizes& sizes) { return plotFont(sizes, spec.paired ? 11.0 / 12 : 1); }

/// Elides a category name so that at least half of the chart's width remains for the bars.
QString fittingName(const std::string& name, const QCustomPlot& plot, const QFontMetrics& metrics) {
    return metrics.elidedText(QString::fromStdString(name), Qt::ElideMiddle, std::max(60, plot.viewport().width() / 2));
}

/// Returns the fraction of the value axis that the widest value label requires, given the width of the category names.
double numberShare(const QCustomPlot& plot, const ChartSpec& spec, const PlotData& data, const PlotSizes& sizes) {
    const QFontMetrics metrics(barFont(spec, sizes));
    int number = 0, name = 0;
    for (const PlotRow& row : data.rows)
        if (std::isfinite(row.value))
            number = std::max(number, metrics.horizontalAdvance(barNumber(row, data) + QStringLiteral("  ")));
    for (const std::string& category : data.categories)
        name = std::max(name, metrics.horizontalAdvance(fittingName(category, plot, metrics)));
    const double axis = plot.viewport().width() - name - 40 * sizes.scale;
    return axis <= 0 ? 0.3 : std::clamp(number / axis, 0.05, 0.5);
}

QCPItemText* addText(QCustomPlot& plot, const QString& text, double x_ratio, double y, Qt::Alignment alignment,
                     const QColor& colour, const QFont& font) {
    auto* item = new QCPItemText(&plot);
    item->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    item->position->setTypeY(QCPItemPosition::ptPlotCoords);
    item->position->setCoords(x_ratio, y);
    item->setPositionAlignment(alignment);
    item->setText(text);
    item->setColor(colour);
    item->setFont(font);
    item->setBrush(plot.axisRect()->backgroundBrush()); // the background hides the grid lines behind the label
    item->setClipToAxisRect(true);
    return item;
}

/// Adds the value label of a bar to the right of `end`, a position on the value axis. The label is on the same layer as
/// the grid, so its background hides grid lines but no part of another bar.
void addNumber(QCustomPlot& plot, const QString& text, double end, double y, const Colours& colours,
               const PlotSizes& sizes) {
    QCPItemText* item = addText(plot, text, 0, y, Qt::AlignLeft | Qt::AlignVCenter, colours.text, plotFont(sizes));
    item->position->setTypeX(QCPItemPosition::ptPlotCoords);
    item->position->setCoords(end, y);
    item->setPadding(QMargins(static_cast<int>(std::lround(6 * sizes.scale)), 0, 0, 0));
    item->setLayer(QStringLiteral("grid"));
}

/// Returns the position of the right end of everything drawn for a bar: the bar, its whisker and its samples. The
/// result is at most `drawn_to`.
double drawnEnd(const PlotRow& row, double farthest_sample, double drawn_to) {
    double end = row.value;
    for (const double also : {row.high, farthest_sample})
        if (std::isfinite(also)) end = std::max(end, std::min(also, drawn_to));
    return end;
}

/// Adds the value label of one bar of a pair, in the color of the bar. If the bar has no value, the label is a one-word
/// status. The tooltip and the table state the reason.
void addPairedNumber(QCustomPlot& plot, const PlotRow& row, const PlotData& data, double share, const Colours& colours,
                     const QFont& font) {
    QString text;
    QColor colour = colours.muted;
    if (std::isfinite(row.value)) {
        text = barNumber(row, data);
        colour = row.kind == PlotKind::modelled ? modelledColour(modelledIndex(data, row.series), colours)
                                                : colours.strokeColour(row.series);
    } else if (row.status) {
        text = QLatin1String(to_string(*row.status));
    }
    const auto category = static_cast<std::size_t>(row.category);
    // Number of value labels of the same category that are to the right of this label.
    const int behind = data.bars_in[category] - 1 - data.place_of[category][row.series];
    addText(plot, text + QLatin1Char(' '), 1.0 - behind * share,
            static_cast<double>(data.categories.size()) - 1 - row.category, Qt::AlignRight | Qt::AlignVCenter, colour,
            font);
}

/// Largest sample of each bar, by category and series.
using FarthestSamples = std::map<std::pair<int, int>, double>;

/// Draws samples as dots on top of the bars. A sample beyond the end of the axis becomes an arrow. Returns whether
/// there are any arrows, and sets `farthest` to the largest sample of each bar.
bool addSamples(QCustomPlot& plot, const ChartSpec& spec, const PlotData& data, const Table& samples, double drawn_to,
                const Colours& colours, const PlotSizes& sizes, FarthestSamples& farthest) {
    if (spec.sample_value.empty() || samples.rows.empty()) return false;
    QCPAxis* keys = plot.yAxis;
    QCPAxis* values = plot.xAxis;
    const double thickness = data.barThickness();
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
        if (row.category >= static_cast<int>(data.categories.size()) ||
            row.series >= static_cast<int>(data.series.size()) || !std::isfinite(v))
            continue;
        double& largest = farthest.try_emplace({row.category, row.series}, v).first->second;
        largest = std::max(largest, v);
        // Spread the dots vertically with a deterministic sequence, so that the chart always looks the same.
        const double spread = std::fmod(static_cast<double>(r) * 0.6180339887, 1.0) - 0.5;
        const double k = data.barPosition(row) + spread * thickness * 0.6;
        if (v > drawn_to) {
            beyond_key.append(k);
            beyond.append(drawn_to);
        } else {
            key[row.series].append(k);
            shown[row.series].append(v);
        }
    }
    for (std::size_t s = 0; s < data.series.size(); ++s) {
        if (key[s].isEmpty()) continue;
        QCPGraph* graph = plot.addGraph(keys, values);
        graph->setLineStyle(QCPGraph::lsNone);
        // Hundreds of circles would merge, so draw them smaller and semitransparent.
        const bool crowded =
            shown[s].size() > 60 * static_cast<qsizetype>(std::max<std::size_t>(1, data.categories.size()));
        QCPScatterStyle style = plotMarker(static_cast<int>(s), colours, (crowded ? 3.5 : 6) * sizes.scale, false);
        if (style.shape() == QCPScatterStyle::ssDisc) style.setShape(QCPScatterStyle::ssCircle);
        QColor outline = colours.text;
        if (crowded) {
            outline.setAlphaF(0.45F);
            style.setBrush(Qt::NoBrush);
        }
        style.setPen(QPen(outline, 1.0 * sizes.scale));
        graph->setScatterStyle(style);
        graph->setData(key[s], shown[s]);
        graph->removeFromLegend();
    }
    if (!beyond.isEmpty()) {
        QCPGraph* graph = plot.addGraph(keys, values);
        graph->setLineStyle(QCPGraph::lsNone);
        QPainterPath arrow(QPointF(0, 0)); // QCustomPlot scales the path of a custom marker by size / 6
        arrow.lineTo(-7, -4);
        arrow.lineTo(-7, 4);
        arrow.closeSubpath();
        graph->setScatterStyle(QCPScatterStyle(arrow, QPen(colours.text), QBrush(colours.text), 6 * sizes.scale));
        graph->setData(beyond_key, beyond);
        graph->setName(Text::tr("samples outside the axis range"));
    }
    return !beyond.isEmpty();
}

/// Returns the kinds of table rows that occur in a series. Most series have only one kind.
std::vector<PlotKind> kindsOf(const PlotData& data, int series) {
    std::vector<PlotKind> kinds;
    for (const PlotRow& row : data.rows)
        if (row.series == series && std::find(kinds.begin(), kinds.end(), row.kind) == kinds.end())
            kinds.push_back(row.kind);
    return kinds;
}

/// Draws the useful part of each value inside its bar.
void addInner(QCustomPlot& plot, const ChartSpec& spec, const std::vector<const PlotRow*>& rows, const PlotData& data,
              const QCPBars* outer, const Colours& colours, const PlotSizes& sizes) {
    auto* bars = new QCPBars(plot.yAxis, plot.xAxis);
    bars->setWidth(outer->width());
    bars->setBaseValue(outer->baseValue());
    bars->setPen(QPen(colours.used, 1.5 * sizes.scale));
    bars->setBrush(colours.used);
    bars->setName(spec.inner_title);
    QVector<double> key, value;
    for (const PlotRow* row : rows) {
        if (!std::isfinite(row->inner)) continue;
        key.append(data.barPosition(*row));
        value.append(row->inner);
    }
    bars->setData(key, value, true);
}

/// Writes the total of each stacked bar to the right of the bar.
void addSums(QCustomPlot& plot, const PlotData& data, const Colours& colours, const PlotSizes& sizes) {
    std::vector<PlotRow> sums(data.categories.size());
    for (std::size_t c = 0; c < sums.size(); ++c) sums[c].category = static_cast<int>(c);
    for (const PlotRow& row : data.rows) {
        if (!std::isfinite(row.value)) continue;
        PlotRow& sum = sums[row.category];
        sum.value += row.value;
        sum.kind = row.kind;
        if (sum.mark.empty()) sum.mark = row.mark;
    }
    for (const PlotRow& sum : sums)
        addNumber(plot, barNumber(sum, data), sum.value, static_cast<double>(sums.size()) - 1 - sum.category, colours,
                  sizes);
}

/// Limits the height of bars if there are few categories. If possible, reserves space for five categories, so that
/// value labels do not overlap.
void fitKeyRange(QCustomPlot& plot, const PlotData& data, const PlotSizes& sizes) {
    const auto count = static_cast<double>(data.categories.size());
    const double roomy = 5.0 / data.most_bars, category = data.most_bars * barHeight(data.most_bars, sizes);
    const auto fit = [&plot, count, roomy, category] {
        const double possible = plot.axisRect()->height() / category - 0.2;
        const double shown = std::max(count, std::min(roomy, possible));
        plot.yAxis->setRange(count - 0.6 - shown, count - 0.4);
    };
    auto* context = new QObject(&plot);
    context->setObjectName(keyRangeName);
    QObject::connect(&plot, &QCustomPlot::afterLayout, context, fit);
    plot.yAxis->setRange(count - 0.6 - std::max(count, roomy), count - 0.4);
}

} // namespace

void fillBars(QCustomPlot& plot, const ChartSpec& spec, const PlotData& data, const Table& table, const Table& samples,
              const Colours& colours, const PlotSizes& sizes) {
    QCPAxis* keys = plot.yAxis;
    QCPAxis* values = plot.xAxis;
    const auto refs = references(spec, table);
    const double also = largestOf(refs);
    const bool log = spec.log_value && !spec.stacked; // stacked bars require a linear axis
    const double share = numberShare(plot, spec, data, sizes);
    const QFontMetrics letters(barFont(spec, sizes));
    const auto [range, drawn_to] =
        valueAxis(data, log, spec.paired ? std::min(0.7, share * data.most_bars) : share, also);
    const AxisUnit unit = axisUnit(data.largest, data.unit);
    resetAxis(values, log, unit.factor);
    values->setRange(range);
    values->setLabel(sizes.is_compact ? QString() : axisTitle(spec.value_title, unit.unit, log));

    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (std::size_t c = 0; c < data.categories.size(); ++c)
        ticker->addTick(static_cast<double>(data.categories.size() - 1 - c),
                        fittingName(data.categories[c], plot, letters));
    resetAxis(keys, false, 1);
    keys->setTickLabelFont(barFont(spec, sizes));
    keys->setTicker(ticker);
    keys->setSubTicks(false);
    keys->grid()->setVisible(false);
    keys->setLabel(QString());
    fitKeyRange(plot, data, sizes);

    const double thickness = data.barThickness();
    // QCPBars draws a bar up to the sum of its base and its value. On a logarithmic axis, the base must be negligible.
    const double base = log ? range.lower * 1e-9 : 0;
    bool named = false;
    QCPBars* below = nullptr; // the bars of the previous series in the stack
    for (std::size_t s = 0; s < data.series.size(); ++s) {
        for (const PlotKind kind : kindsOf(data, static_cast<int>(s))) {
            std::vector<const PlotRow*> rows;
            for (const PlotRow& row : data.rows)
                if (row.series == static_cast<int>(s) && std::isfinite(row.value) && row.kind == kind)
                    rows.push_back(&row);
            if (rows.empty()) continue;
            std::sort(rows.begin(), rows.end(),
                      [&](const PlotRow* a, const PlotRow* b) { return data.barPosition(*a) < data.barPosition(*b); });
            const int index = static_cast<int>(s);
            auto* bars = new QCPBars(keys, values);
            bars->setWidth(thickness * 0.92);
            bars->setBaseValue(base);
            if (spec.stacked) {
                bars->moveAbove(below);
                below = bars;
            }
            bars->setPen(QPen(colours.strokeColour(index), 1.5 * sizes.scale));
            bars->setBrush(QBrush(colours.seriesColour(index),
                                  kind == PlotKind::simulation ? Qt::BDiagPattern : Qt::SolidPattern));
            if (kind == PlotKind::published) bars->setBrush(Qt::NoBrush);
            if (kind == PlotKind::modelled) {
                const int look = modelledIndex(data, index);
                bars->setPen(QPen(modelledColour(look, colours), 1.5 * sizes.scale));
                bars->setBrush(QBrush(modelledColour(look, colours), modelledHatch(look)));
            }
            QString name = seriesTitle(data.series[s], kind);
            if (!spec.inner.empty()) {
                bars->setPen(QPen(colours.wasted, 1.5 * sizes.scale));
                bars->setBrush(QBrush(colours.wasted, Qt::BDiagPattern));
                name = spec.outer_title;
            }
            bars->setName(name);
            if (name.isEmpty()) bars->removeFromLegend();
            named = named || !name.isEmpty();
            QVector<double> key, value, minus, plus;
            for (const PlotRow* row : rows) {
                key.append(data.barPosition(*row));
                value.append(row->value);
                minus.append(row->value - row->low); // if `low` or `high` of a row is NaN, the row has no whisker
                plus.append(std::min(row->high, std::max(drawn_to, row->value)) - row->value);
            }
            bars->setData(key, value, true);
            if (!spec.inner.empty()) {
                addInner(plot, spec, rows, data, bars, colours, sizes);
                // Move the legend entry to the end, so that the legend order matches the visual order.
                if (bars->removeFromLegend()) bars->addToLegend();
            }
            const bool ranged = kind == PlotKind::modelled && !spec.modelled.empty()
                                    ? !spec.modelled_low.empty()
                                    : !spec.low.empty() || !spec.high.empty();
            if (ranged) {
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

    FarthestSamples farthest;
    const bool beyond = addSamples(plot, spec, data, samples, drawn_to, colours, sizes, farthest);

    if (spec.stacked) addSums(plot, data, colours, sizes);
    for (const PlotRow& row : data.rows) {
        const double y = data.barPosition(row);
        if (spec.paired) {
            addPairedNumber(plot, row, data, share, colours, barFont(spec, sizes));
            continue;
        }
        if (std::isfinite(row.value)) {
            if (spec.stacked) continue;
            const auto sample = farthest.find({row.category, row.series});
            const double end = drawnEnd(row, sample == farthest.end() ? no_figure : sample->second, drawn_to);
            addNumber(plot, barNumber(row, data), end, y, colours, sizes);
            continue;
        }
        // Elide the text to one line of the plot. The tooltip and the table contain the full text.
        const QFontMetrics metrics(plotFont(sizes));
        int names = 0;
        for (const std::string& category : data.categories)
            names = std::max(names, metrics.horizontalAdvance(QString::fromStdString(category)));
        const int room = plot.viewport().width() - names - static_cast<int>(40 * sizes.scale);
        const auto say = [&](const QString& text, const QColor& colour) {
            addText(plot, metrics.elidedText(text, Qt::ElideRight, std::max(room, metrics.averageCharWidth() * 12)),
                    0.0, y, Qt::AlignLeft | Qt::AlignVCenter, colour, plotFont(sizes));
        };
        // Remove the prefix "Kernel csr_vector cannot run:". The kernel name is already shown, and the prefix would
        // push the reason out of the plot.
        static const QRegularExpression known(QStringLiteral("^Kernel \\S+ cannot run: "));
        const QString reason = QString::fromStdString(row.reason).remove(known);
        if (!row.status) continue;
        switch (*row.status) {
        case RowStatus::wrong:
            say(QLatin1Char(' ') + Text::tr("✕ wrong: %1").arg(reason), colours.strokeColour(3));
            break;
        case RowStatus::error:
            say(QLatin1Char(' ') + Text::tr("✕ error: %1").arg(reason), colours.strokeColour(3));
            break;
        case RowStatus::skipped: say(QLatin1Char(' ') + Text::tr("skipped: %1").arg(reason), colours.muted); break;
        case RowStatus::waiting: say(QLatin1Char(' ') + Text::tr("waiting"), colours.muted); break;
        default: break;
        }
    }
    addReferences(plot, refs, true, colours, sizes);
    plot.legend->setVisible(!sizes.is_compact && (named || beyond || !refs.empty()));
}

} // namespace warploom::ui
