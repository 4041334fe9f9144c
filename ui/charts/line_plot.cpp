#include "ui/charts/plot_parts.h"

#include "ui/charts/modelled_look.h"
#include "ui/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>

namespace warploom::ui {
void fillLines(QCustomPlot& plot, const ChartSpec& spec, const PlotData& data, const Table& table, const Colours& colours,
                const PlotSizes& sizes) {
    std::set<double> xs;
    for (const PlotRow& row : data.rows)
        if (std::isfinite(row.x)) xs.insert(row.x);
    const AxisUnit unit = axisUnit(data.largest, data.unit);
    const AxisUnit x_unit = xs.empty() ? AxisUnit{} : axisUnit(*xs.rbegin(), data.x_unit);
    resetAxis(plot.xAxis, spec.log_x, x_unit.factor);
    resetAxis(plot.yAxis, spec.log_value, unit.factor);
    plot.xAxis->setLabel(axisTitle(spec.x_title, x_unit.unit, spec.log_x));
    plot.yAxis->setLabel(axisTitle(spec.value_title, unit.unit, spec.log_value));
    if (!xs.empty() && xs.size() <= 12 && !spec.log_ticks) {
        auto ticker = QSharedPointer<QCPAxisTickerText>::create();
        for (const double x : xs) {
            const double shown = x * x_unit.factor;
            ticker->addTick(x, shown == std::floor(shown) ? QString::number(shown, 'f', 0) : numberText(shown));
        }
        plot.xAxis->setTicker(ticker);
        plot.xAxis->setSubTicks(false);
    }
    for (std::size_t s = 0; s < data.series.size(); ++s) {
        std::vector<const PlotRow*> rows;
        for (const PlotRow& row : data.rows)
            if (row.series == static_cast<int>(s) && std::isfinite(row.value) && std::isfinite(row.x)) rows.push_back(&row);
        if (rows.empty()) continue;
        std::stable_sort(rows.begin(), rows.end(), [](const PlotRow* a, const PlotRow* b) { return a->x < b->x; });
        const std::string& kind = rows.front()->kind;
        const bool estimate = kind == "modelled", solid = kind == "measured" || kind == "roof";
        const int index = static_cast<int>(s);
        const QColor stroke = estimate ? modelledColour(modelledIndex(data, index), colours) : colours.strokeColour(index);
        QVector<double> x, y, minus, plus;
        for (const PlotRow* row : rows) {
            x.append(row->x);
            y.append(row->value);
            minus.append(std::isfinite(row->low) ? row->value - row->low : 0);
            plus.append(std::isfinite(row->high) ? row->high - row->value : 0);
        }
        QCPGraph* graph = plot.addGraph();
        graph->setPen(QPen(stroke, 2.2 * sizes.scale, solid ? Qt::SolidLine : Qt::DashLine));
        QCPScatterStyle marker = plotMarker(index, colours, (estimate ? 11 : 9) * sizes.scale, solid);
        if (estimate) marker.setPen(QPen(stroke, 2.2 * sizes.scale));
        if (kind == "roof") {
            graph->setPen(QPen(colours.text, 2.2 * sizes.scale));
        } else {
            graph->setScatterStyle(marker);
        }
        graph->setName(seriesTitle(data.series[s], kind));
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
    plot.legend->setVisible(plot.legend->itemCount() > 0);
}

} // namespace warploom::ui
