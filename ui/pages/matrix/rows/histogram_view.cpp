#include "ui/pages/matrix/rows/histogram_view.h"

#include "ui/components/spy/axis_ticks.h"
#include "ui/pages/matrix/matrix_reading.h"
#include "ui/session/matrix_names.h"
#include "ui/style/number_text.h"
#include "ui/style/text.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

HistogramView::HistogramView(QWidget* parent)
    : PaintedChart(tr("Histogram of row lengths"), {300, 190}, {150, 90}, parent) {}

void HistogramView::setStatistics(const MatrixStatistics& statistics, const QString& matrixName) {
    statistics_ = statistics;
    matrix_name_ = matrixName;
    most_ = 0;
    for (const HistogramBar& bar : statistics_.histogram) most_ = std::max(most_, bar.rows);
    const RowLengths& lengths = statistics_.row_length;
    setLogScale(static_cast<double>(lengths.max) > 20 * lengths.mean);
    update();
}

void HistogramView::setLogScale(bool on) {
    if (on == is_log_) return;
    is_log_ = on;
    emit logScaleChanged(on);
    update();
}

double HistogramView::shareOfHeight(double rows) const {
    const auto limit = static_cast<double>(niceLimit(static_cast<double>(most_)));
    // A logarithmic axis has no 0, so start it below 1 to make a bar for a single row visible.
    constexpr double lowest = 0.5;
    return is_log_ ? std::max(0.0, std::log(rows / lowest) / std::log(limit / lowest)) : rows / limit;
}

QRectF HistogramView::plotArea(const QRectF& all, const PictureStyle& style) const {
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height();
    const double left = metrics.horizontalAdvance(shortCount(niceCeiling(static_cast<double>(most_)))) + line * 1.9;
    return {all.left() + left, all.top() + line * 0.7, std::max(1.0, all.width() - left - line * 0.8),
            std::max(1.0, all.height() - line * 3.3)};
}

void HistogramView::paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const {
    if (statistics_.histogram.empty()) return;
    const Colours& colours = style.colours;
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height();
    const QRectF area = plotArea(all, style);
    const std::int64_t limit = niceLimit(static_cast<double>(most_));
    const int most_ticks = std::clamp(static_cast<int>(area.height() / line / 1.6), 2, 6);
    for (const std::int64_t tick :
         is_log_ ? powersOfTen(limit, most_ticks) : niceTicks(0, static_cast<double>(limit) + 0.5, most_ticks)) {
        const double y = area.bottom() - shareOfHeight(static_cast<double>(tick)) * area.height();
        paintStroke(painter, QPen(colours.grid, 1), QPointF(area.left(), y), QPointF(area.right(), y));
        paintText(painter, colours.text, QRectF(all.left(), y - line / 2, area.left() - all.left() - line * 0.3, line),
                  Qt::AlignRight | Qt::AlignVCenter, shortCount(tick));
    }
    const auto begin = static_cast<double>(statistics_.histogram.front().first);
    const auto end = static_cast<double>(statistics_.histogram.back().last + 1);
    const auto x_of = [&](double length) { return area.left() + (length - begin) / (end - begin) * area.width(); };
    for (const HistogramBar& bar : statistics_.histogram) {
        if (bar.rows == 0) continue;
        const double height = std::max(2.0, shareOfHeight(static_cast<double>(bar.rows)) * area.height());
        const double left = x_of(static_cast<double>(bar.first)), right = x_of(static_cast<double>(bar.last + 1));
        const double gap = right - left > 4 ? 0.5 : 0.0;
        painter.fillRect(QRectF(left + gap, area.bottom() - height, std::max(1.0, right - left - 2 * gap), height),
                         colours.seriesColour(0));
    }
    paintStroke(painter, QPen(colours.outline, 1), area.bottomLeft(), area.bottomRight());
    const double label_room = metrics.horizontalAdvance(shortCount(static_cast<std::int64_t>(end))) + line * 0.8;
    for (const std::int64_t tick : niceTicks(begin, end, std::max(1, static_cast<int>(area.width() / label_room)))) {
        // Center the tick label in the bin, which is one unit wide.
        const double x = x_of(static_cast<double>(tick) + 0.5), wide = metrics.horizontalAdvance(shortCount(tick));
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + line * 0.25));
        painter.setPen(colours.text);
        painter.drawText(
            QPointF(std::min(x - wide / 2, all.right() - wide - 2), area.bottom() + line * 0.3 + metrics.ascent()),
            shortCount(tick));
        painter.setPen(QPen(colours.outline, 1));
    }
    paintText(painter, colours.text, QRectF(all.left(), area.bottom() + line * 1.4, all.width(), line), Qt::AlignCenter,
              tr("nonzeros per row"));
    paintUpwards(painter, QRectF(all.left() + line * 0.2, area.top(), line, area.height()),
                 is_log_ ? tr("rows, logarithmic") : tr("rows"));
}

int HistogramView::barAt(const QPointF& pixel) const {
    if (statistics_.histogram.empty()) return -1;
    const QRectF area = plotArea(room(), screenStyle());
    const auto begin = static_cast<double>(statistics_.histogram.front().first);
    const auto end = static_cast<double>(statistics_.histogram.back().last + 1);
    const double length = begin + (pixel.x() - area.left()) / area.width() * (end - begin);
    for (std::size_t i = 0; i < statistics_.histogram.size(); ++i) {
        const HistogramBar& bar = statistics_.histogram[i];
        if (length >= static_cast<double>(bar.first) && length < static_cast<double>(bar.last + 1))
            return static_cast<int>(i);
    }
    return -1;
}

void HistogramView::mouseMoveEvent(QMouseEvent* event) {
    const int index = barAt(event->position());
    if (index < 0) return emit hoverTextChanged({});
    const HistogramBar& bar = statistics_.histogram[index];
    emit hoverTextChanged(
        bar.first == bar.last
            ? tr("%1 rows with %2 each", nullptr, pluralOf(bar.rows)).arg(shortCount(bar.rows), nonzerosText(bar.first))
            : tr("%1 rows with %2 to %3 nonzeros each", nullptr, pluralOf(bar.rows))
                  .arg(shortCount(bar.rows), shortCount(bar.first), shortCount(bar.last)));
}

void HistogramView::leaveEvent(QEvent*) { emit hoverTextChanged({}); }

void HistogramView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_L) setLogScale(!is_log_);
    else PaintedChart::keyPressEvent(event);
}

QString HistogramView::chartTitle() const {
    return matrix_name_.isEmpty() ? tr("Row lengths") : tr("Row lengths of %1").arg(matrixTitle(matrix_name_));
}

Table HistogramView::chartTable() const {
    Table table = histogramTable(statistics_);
    table.facts = {{"matrix", matrix_name_.toStdString()}};
    return table;
}

} // namespace warploom::ui
