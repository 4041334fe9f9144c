#include "ui/charts/plot_parts.h"

#include <QFontMetrics>

#include <algorithm>
#include <cmath>
#include <limits>

namespace warploom::ui {
namespace {

/// Under the axes while it has something to say. An empty legend must leave the layout: it hints at a width of nothing, and
/// the axes would follow it.
void placeLegend(QCustomPlot& plot) {
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

void fillPlot(QCustomPlot& plot, const ChartSpec& spec, const Table& table, const Table& samples,
              const Colours& colours, const PlotSizes& sizes) {
    plot.clearPlottables();
    plot.clearItems();
    const PlotData data = plotData(spec, table);
    styleAxes(plot, colours, sizes);
    if (spec.kind == ChartSpec::Kind::bars) {
        fillBars(plot, spec, data, table, samples, colours, sizes);
    } else {
        fillLines(plot, spec, data, table, colours, sizes);
    }
    // As many legend entries beside each other as fit; the layout has no wrapping of its own.
    const QFontMetrics metrics(plot.legend->font());
    int widest = 1;
    for (int i = 0; i < plot.legend->itemCount(); ++i)
        if (auto* item = qobject_cast<QCPPlottableLegendItem*>(plot.legend->item(i)))
            widest = std::max(widest, metrics.horizontalAdvance(item->plottable()->name()));
    const double width = std::max(plot.viewport().width(), 100);
    plot.legend->setWrap(std::max(1, static_cast<int>(width / (widest + 40 * sizes.scale))));
    plot.legend->setFillOrder(QCPLegend::foColumnsFirst, true); // the wrap alone does not move what is there
    placeLegend(plot);
}

int wantedHeight(const ChartSpec& spec, const Table& table) {
    if (spec.kind != ChartSpec::Kind::bars) return theme().px(160);
    const PlotData data = plotData(spec, table);
    const std::size_t beside = spec.stacked ? 1 : std::max<std::size_t>(1, static_cast<std::size_t>(data.most_bars));
    // Bars that stand close together leave a gap to the next group, and each still has a number beside it.
    const double lines = static_cast<double>(data.categories.size() * beside);
    return theme().px(70 + lines * (beside > 1 ? 22 : 17) + (beside > 1 ? 17 : 0));
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
