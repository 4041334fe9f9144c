#include "ui/components/spy/axis_ticks.h"

#include "ui/style/number_text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <string>

namespace warploom::ui {

std::int64_t niceCeiling(double value) {
    std::int64_t power = 1;
    while (true) {
        for (const std::int64_t factor : {1, 2, 5})
            if (static_cast<double>(power * factor) >= value) return power * factor;
        power *= 10;
    }
}

std::int64_t niceLimit(double value) {
    if (value <= 10) return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(value)));
    for (std::int64_t power = 1;; power *= 10)
        for (const std::int64_t tenths : {10, 15, 20, 25, 30, 40, 50, 60, 80})
            if (static_cast<double>(power * tenths) >= value) return power * tenths;
}

std::vector<std::int64_t> niceTicks(double begin, double end, int most) {
    std::vector<std::int64_t> ticks;
    if (!(end > begin)) return ticks;
    std::int64_t step = niceCeiling((end - begin) / std::max(most, 1));
    // If the tick spacing starts with 5, such as 500, also try half of it, because three labels may fit where a spacing
    // of 500 leaves room for only one.
    if (step >= 50 && step % 5 == 0 && std::to_string(step)[0] == '5' &&
        static_cast<double>(step / 2) * most >= end - begin)
        step /= 2;
    auto tick = static_cast<std::int64_t>(std::ceil(begin / static_cast<double>(step))) * step;
    for (; static_cast<double>(tick) < end; tick += step) ticks.push_back(tick);
    return ticks;
}

std::vector<std::int64_t> powersOfTen(std::int64_t limit, int most) {
    int all = 0;
    for (std::int64_t power = 1; power <= limit; power *= 10) ++all;
    std::vector<std::int64_t> ticks;
    const auto step = static_cast<std::int64_t>(std::pow(10, (all + most - 1) / most));
    for (std::int64_t power = 1; power <= limit; power *= step) ticks.push_back(power);
    return ticks;
}

void drawAxis(QPainter& painter, const QRectF& area, Qt::Orientation orientation, double begin, double end,
              std::int64_t count, const Colours& colours, double tickLength) {
    const bool vertical = orientation == Qt::Vertical;
    const double length = vertical ? area.height() : area.width();
    if (!(end > begin) || length < QFontMetricsF(painter.font(), painter.device()).height()) return;
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double perUnit = length / (end - begin);
    const double widest = std::max(metrics.horizontalAdvance(shortCount(static_cast<std::int64_t>(begin))),
                                   metrics.horizontalAdvance(shortCount(static_cast<std::int64_t>(end))));
    const double room = vertical ? metrics.height() * 1.8 : widest + metrics.averageCharWidth() * 2.5;
    const double numbered = (std::min(end, static_cast<double>(count)) - std::max(begin, 0.0)) * perUnit;
    const int most = std::max(1, static_cast<int>(numbered / room));
    // Center the label on its matrix row if rows are at least 4 pixels tall.
    const double shift = perUnit >= 4 ? 0.5 : 0.0;
    const double gap = metrics.averageCharWidth() * 0.4;
    for (const std::int64_t tick : niceTicks(std::max(begin, 0.0), std::min(end, static_cast<double>(count)), most)) {
        const double at = (static_cast<double>(tick) + shift - begin) * perUnit;
        // The tolerance allows for rounding errors at the ends of the axis.
        if (at < -0.01 || at > length + 0.01) continue;
        const QString label = shortCount(tick);
        const double width = metrics.horizontalAdvance(label);
        painter.setPen(QPen(colours.outline, 1));
        if (vertical) {
            const double y = area.top() + at;
            painter.drawLine(QPointF(area.left() - tickLength, y), QPointF(area.left(), y));
            painter.setPen(colours.text);
            const double half = (metrics.ascent() - metrics.descent()) / 2;
            const double baseline =
                std::clamp(y + half, area.top() + metrics.ascent(), area.bottom() - metrics.descent());
            painter.drawText(QPointF(area.left() - tickLength - gap - width, baseline), label);
        } else {
            const double x = area.left() + at;
            painter.drawLine(QPointF(x, area.top() - tickLength), QPointF(x, area.top()));
            painter.setPen(colours.text);
            const double left = std::clamp(x - width / 2, area.left(), std::max(area.left(), area.right() - width));
            painter.drawText(QPointF(left, area.top() - tickLength - metrics.descent()), label);
        }
    }
}

} // namespace warploom::ui
