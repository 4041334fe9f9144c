#include "ui/widgets/annotation_overlay.h"

#include "ui/style/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace warploom::ui {

namespace {

QPointF part(const QPointF& at, const QRectF& room) {
    return {(at.x() - room.left()) / std::max(1.0, room.width()), (at.y() - room.top()) / std::max(1.0, room.height())};
}

QPointF whole(const QPointF& at, const QRectF& room) {
    return {room.left() + at.x() * room.width(), room.top() + at.y() * room.height()};
}

} // namespace

void AnnotationOverlay::wipe() {
    strokes_.clear();
    spot_.reset();
}

bool AnnotationOverlay::press(const QPointF& at, const QRectF& room) {
    if (tool_ == Tool::none) return false;
    if (tool_ == Tool::pen) strokes_.append(QPolygonF{part(at, room)});
    else spot_ = part(at, room);
    return true;
}

bool AnnotationOverlay::move(const QPointF& at, const QRectF& room) {
    if (tool_ == Tool::none) return false;
    if (tool_ == Tool::pen && !strokes_.isEmpty()) strokes_.last().append(part(at, room));
    if (tool_ == Tool::spot) spot_ = part(at, room);
    return true;
}

void AnnotationOverlay::paint(QPainter& painter, const QRectF& room, double unit) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (spot_) {
        const double radius = std::min(room.width(), room.height()) * 0.2;
        QPainterPath dim, light;
        dim.addRect(room);
        light.addEllipse(whole(*spot_, room), radius, radius);
        painter.fillPath(dim.subtracted(light), QColor(0, 0, 0, theme().isDark() ? 150 : 110));
        painter.setPen(QPen(theme().colours().wasted, 2 * unit));
        painter.drawPath(light);
    }
    painter.setPen(QPen(theme().colours().wasted, 3.5 * unit, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (const QPolygonF& stroke : strokes_) {
        QPolygonF line;
        for (const QPointF& at : stroke) line.append(whole(at, room));
        if (line.size() == 1) painter.drawPoint(line.first());
        else painter.drawPolyline(line);
    }
    painter.restore();
}

} // namespace warploom::ui
