#include "ui/components/spy/spy_motion.h"

#include "ui/style/theme.h"
#include "ui/widgets/painted_view.h"

#include <QPainter>
#include <QVariantAnimation>

#include <algorithm>
#include <utility>

namespace warploom::ui {

SpyMotion::SpyMotion(QObject* parent) : QObject(parent), animation_(new QVariantAnimation(this)) {
    constexpr int motion_ms = 500;
    animation_->setStartValue(0.0);
    animation_->setEndValue(1.0);
    animation_->setDuration(motion_ms);
    animation_->setEasingCurve(QEasingCurve::InOutCubic);
    connect(animation_, &QVariantAnimation::valueChanged, this, &SpyMotion::moved);
    connect(animation_, &QVariantAnimation::finished, this, [this] {
        moving_.clear();
        emit moved();
    });
}

void SpyMotion::start(std::vector<MovedNonzero> nonzeros, const HoveredNonzero& pinned_from) {
    pinned_from_ = pinned_from;
    moving_ = std::move(nonzeros);
    animation_->stop();
    animation_->start();
}

void SpyMotion::stop() {
    moving_.clear();
    animation_->stop();
}

void SpyMotion::paint(QPainter& painter, const QRect& area, const SpyFrame& frame,
                      const HoveredNonzero& pinned_to) const {
    const double share = animation_->currentValue().toDouble();
    const Colours& colours = theme().colours();
    const double high = std::max(theme().px(2) * 1.0, frame.rowHeight());
    const double wide = std::max(theme().px(2) * 1.0, frame.colWidth());
    painter.fillRect(area, colours.canvas);
    paintBox(painter, frame.matrixRect(), QPen(colours.outline, 1));
    for (const MovedNonzero& each : moving_) {
        const QPointF at = each.from + (each.to - each.from) * share;
        painter.fillRect(QRectF(frame.xOfCol(at.x()), frame.yOfRow(at.y()), wide, high), colours.strokeColour(0));
    }
    if (!pinned_from_.isValid() || !pinned_to.isValid()) return;
    painter.setRenderHint(QPainter::Antialiasing, true);
    const QRectF from = cellOf(frame, pinned_from_), to = cellOf(frame, pinned_to);
    paintMark(painter, from.translated((to.topLeft() - from.topLeft()) * share));
}

QRectF cellOf(const SpyFrame& frame, const HoveredNonzero& nonzero) {
    return frame.cellsRect(nonzero.row, nonzero.row + 1, nonzero.col, nonzero.col + 1);
}

void paintMark(QPainter& painter, const QRectF& cell) {
    const double grow = std::max(2.0, (theme().px(9) - std::min(cell.width(), cell.height())) / 2);
    const QRectF box = cell.adjusted(-grow, -grow, grow, grow);
    paintBox(painter, box, QPen(theme().colours().canvas, theme().px(4)));
    painter.setPen(QPen(theme().colours().wasted, theme().px(2)));
    painter.drawRect(box);
}

} // namespace warploom::ui
