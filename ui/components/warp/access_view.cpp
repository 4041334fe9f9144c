#include "ui/components/warp/access_view.h"

#include "ui/style/qt_text.h"
#include <QPainter>

#include <cmath>

namespace warploom::ui {

using simulated::Access;
using simulated::Space;
using simulated::warp_size;

AccessView::AccessView(QWidget* parent)
    : PaintedChart(tr("Addresses accessed and memory sectors fetched in this step"), {380, 290}, {230, 190}, parent) {
    setAir({4, 2, 4, 2});
}

void AccessView::setAnalysis(std::shared_ptr<const WarpAnalysis> analysis) {
    analysis_ = std::move(analysis);
    emit titleChanged();
    update();
}

void AccessView::setStep(int step) {
    step_ = step;
    emit titleChanged();
    update();
}

void AccessView::setVeiled(bool on) {
    if (veiled_ == on) return;
    veiled_ = on;
    emit titleChanged();
    update();
}

void AccessView::paintPicture(QPainter& painter, const QRectF& room, const PictureStyle& style) const {
    if (!hasStep()) return;
    if (veiled_) {
        paintText(painter, style.colours.muted, room, Qt::AlignCenter | Qt::TextWordWrap,
                  tr("Enter your prediction to see this view."));
        return;
    }
    const protocol::WarpSite& site = analysis_->trace().site_of(step_);
    if (site.space == Space::global) paintAddresses(painter, room, *analysis_, step_, style);
    else if (site.space == Space::shared) paintBanks(painter, room, *analysis_, step_, style);
    else paintExchange(painter, room, *analysis_, step_, style);
}

QString AccessView::chartTitle() const {
    if (!hasStep()) return tr("Addresses");
    const protocol::WarpSite& site = analysis_->trace().site_of(step_);
    const QString array = toQString(analysis_->trace().array_of(step_));
    if (site.space == Space::shared)
        return tr("Addresses in %1 across %n banks", nullptr, static_cast<int>(analysis_->card().shared_banks))
            .arg(array);
    if (site.space == Space::none)
        return site.access == Access::shuffle ? tr("Data exchange between lanes") : tr("Lanes at the barrier");
    return site.access == Access::load ? tr("Addresses in %1 and bytes fetched").arg(array)
                                       : tr("Addresses in %1 and bytes written").arg(array);
}

QStringList AccessView::shorterTitles() const {
    if (!hasStep() || analysis_->trace().site_of(step_).space != Space::global) return {};
    return {tr("Addresses in %1").arg(toQString(analysis_->trace().array_of(step_)))};
}

Table AccessView::chartTable() const { return analysis_ ? analysis_->laneTable(step_) : Table{}; }

double paintLaneColumn(QPainter& painter, const LaneColumn& column, const protocol::WarpStep& step, bool numbersLeft,
                       const PictureStyle& style) {
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height(), number = metrics.horizontalAdvance(QStringLiteral("31"));
    const double radius = std::min(3.5 * style.unit, column.area.height() / warp_size / 2 - 0.5);
    const double x = numbersLeft ? column.area.right() - radius : column.area.left() + radius;
    int stride = 1;
    while (stride * column.area.height() / warp_size < line * 0.9) stride *= 2;
    for (int lane = 0; lane < warp_size; ++lane) {
        const bool active = (step.active >> lane & 1U) != 0, waiting = (step.waiting >> lane & 1U) != 0;
        painter.setPen(QPen(active ? style.colours.active_lane : style.colours.outline, 1));
        painter.setBrush(active    ? QBrush(style.colours.active_lane)
                         : waiting ? QBrush(style.colours.waiting_lane)
                                   : QBrush(Qt::NoBrush));
        painter.drawEllipse(QPointF(x, column.y(lane)), radius, radius);
        if (lane % stride != 0) continue;
        painter.setPen(active ? style.colours.text : style.colours.muted);
        const double gap = radius + 4 * style.unit;
        const QRectF room(numbersLeft ? x - gap - number : x + gap, column.y(lane) - line / 2, number, line);
        painter.drawText(room, (numbersLeft ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                         QString::number(lane));
    }
    return x;
}

void paintExchange(QPainter& painter, const QRectF& area, const WarpAnalysis& analysis, int s,
                   const PictureStyle& style) {
    const protocol::WarpStep& step = analysis.trace().steps[s];
    const bool exchanges = analysis.trace().site_of(s).access == Access::shuffle;
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height(), side = metrics.horizontalAdvance(QStringLiteral("31")) + 14 * style.unit;
    const QRectF legend(area.left(), area.bottom() - line, area.width(), line);
    const double top = area.top() + line + 4 * style.unit, height = legend.top() - top - 4 * style.unit;
    const double inset = area.width() * 0.12;
    const LaneColumn from{QRectF(area.left() + inset, top, side, height)};
    const LaneColumn to{QRectF(area.right() - inset - side, top, side, height)};
    painter.setPen(style.colours.muted);
    if (!exchanges) {
        painter.drawText(QRectF(area.left(), area.top(), area.width(), line), Qt::AlignCenter,
                         AccessView::tr("no memory access"));
        const double x = paintLaneColumn(painter, from, step, true, style);
        const double wall = area.right() - inset - side;
        for (int lane = 0; lane < warp_size; ++lane) {
            if ((step.active >> lane & 1U) == 0) continue;
            paintStroke(painter, QPen(style.colours.active_lane, 1.5 * style.unit),
                        QPointF(x + 5 * style.unit, from.y(lane)), QPointF(wall, from.y(lane)));
        }
        paintStroke(painter, QPen(style.colours.text, 3 * style.unit), QPointF(wall, top), QPointF(wall, top + height));
        const double next = paintLegendEntry(painter, legend.left(), legend, style.colours.active_lane,
                                             AccessView::tr("active"), style);
        paintLegendEntry(painter, next, legend, style.colours.waiting_lane, AccessView::tr("waiting"), style);
        return;
    }
    painter.drawText(QRectF(area.left(), area.top(), area.width() / 2, line), Qt::AlignCenter,
                     AccessView::tr("source"));
    painter.drawText(QRectF(area.center().x(), area.top(), area.width() / 2, line), Qt::AlignCenter,
                     AccessView::tr("destination"));
    const double left = paintLaneColumn(painter, from, step, true, style);
    const double right = paintLaneColumn(painter, to, step, false, style);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double gap = 6 * style.unit, head = 5 * style.unit;
    for (int lane = 0; lane < warp_size; ++lane) {
        const std::int64_t source = step.index[lane];
        if ((step.active >> lane & 1U) == 0 || source < 0 || source >= warp_size) continue;
        // A lane that reads its own value does not need the shuffle, so its arrow has the outline color.
        const QColor colour = source == lane ? style.colours.outline : style.colours.active_lane;
        const QPointF begin(left + gap, from.y(static_cast<int>(source))), end(right - gap, to.y(lane));
        paintStroke(painter, QPen(colour, 1.5 * style.unit), begin, end);
        const double angle = std::atan2(end.y() - begin.y(), end.x() - begin.x());
        for (const double turn : {2.7, -2.7})
            painter.drawLine(end, end + head * QPointF(std::cos(angle + turn), std::sin(angle + turn)));
    }
    painter.restore();
    const double next = paintLegendEntry(painter, legend.left(), legend, style.colours.active_lane,
                                         AccessView::tr("value from another lane"), style);
    paintLegendEntry(painter, next, legend, style.colours.outline, AccessView::tr("own value"), style);
}

} // namespace warploom::ui
