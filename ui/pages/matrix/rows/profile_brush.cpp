// The part of ProfileView that moves and is touched: sorting, brushing, what the mouse points at.
#include "ui/pages/matrix/rows/profile_view.h"

#include "ui/look/motion.h"
#include "ui/look/number_text.h"
#include "ui/pages/matrix/rows/row_bands.h"
#include "ui/pages/matrix/spy/axis_ticks.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QVariantAnimation>

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

constexpr int sort_ms = 400;
constexpr std::int64_t most_moving = 3000; // as many rows as an eye can follow, and a frame can draw

} // namespace

void ProfileView::setOrder(std::shared_ptr<const RowOrder> order) {
    order_ = std::move(order);
    if (animation_ != nullptr) animation_->stop();
    if (!order_) {
        sorted_ = false;
        progress_ = 0;
    }
    selected_ranks_ = order_ && profile_ ? order_->ranksOf(selection_, *profile_) : RowSelection{};
    brush_from_ = brush_to_ = -1;
    updateLimit();
    update();
}

void ProfileView::setSorted(bool sorted, bool animated) {
    if (!order_ || of_ != Of::rows) return;
    sorted_ = sorted;
    brush_from_ = brush_to_ = -1;
    setAccessibleName(chartTitle());
    const double target = sorted ? 1 : 0;
    if (animation_ != nullptr) animation_->stop();
    if (!animated || reducedMotion() || !isVisible()) {
        setProgress(target);
        return;
    }
    if (animation_ == nullptr) {
        animation_ = new QVariantAnimation(this);
        animation_->setEasingCurve(QEasingCurve::InOutCubic);
        connect(animation_, &QVariantAnimation::valueChanged, this,
                [this](const QVariant& value) { setProgress(value.toDouble()); });
    }
    animation_->setStartValue(progress_);
    animation_->setEndValue(target);
    animation_->setDuration(std::max(1, static_cast<int>(sort_ms * std::fabs(target - progress_))));
    animation_->start();
}

void ProfileView::setProgress(double progress) {
    progress_ = progress;
    updateLimit();
    update();
}

void ProfileView::updateLimit() {
    Extent seen;
    if (profile_) {
        seen = shown().extent(first(), last());
        // On the way rows of both pictures are seen.
        if (order_ && progress_ > 0 && progress_ < 1)
            seen.max = std::max(profile_->extent(first(), last()).max, order_->profile()->extent(first(), last()).max);
    }
    limit_ = niceLimit(std::max(1, seen.max));
}

void ProfileView::setSelection(const RowSelection& rows) {
    selection_ = rows;
    selected_ranks_ = order_ && profile_ ? order_->ranksOf(rows, *profile_) : RowSelection{};
    if (rows.isEmpty() && !dragging_) brush_from_ = brush_to_ = -1;
    update();
}

std::int64_t ProfileView::hoveredPlace() const {
    if (hovered_ < 0 || of_ == Of::columns || progress_ == 0) return hovered_;
    return progress_ >= 1 && order_ && hovered_ < order_->size() ? order_->rankOf(hovered_, *profile_) : -1;
}

void ProfileView::paintMoving(QPainter& painter, const QRectF& area, bool vertical, double begin, double end,
                              const Colours& colours) const {
    const std::int64_t count = order_->size(), drawn = std::min(count, most_moving);
    const double along = vertical ? area.height() : area.width(), towards = vertical ? area.width() : area.height();
    const double per_row = along / (end - begin);
    const double thick =
        std::max(1.0, per_row * static_cast<double>(count) / static_cast<double>(std::max<std::int64_t>(1, drawn)) -
                          (per_row >= 3 ? 1 : 0));
    for (std::int64_t i = 0; i < drawn; ++i) {
        const std::int64_t rank = i * count / drawn, row = order_->rowAt(rank);
        const double at =
            ((1 - progress_) * static_cast<double>(row) + progress_ * static_cast<double>(rank) - begin) * per_row;
        const double length = static_cast<double>(order_->profile()->at(rank)) / static_cast<double>(limit_) * towards;
        if (length <= 0 || at + thick < 0 || at > along) continue;
        const QColor colour = selection_.contains(row) ? colours.accent : colours.seriesColour(0);
        painter.fillRect(vertical ? QRectF(area.left(), area.top() + at, length, thick)
                                  : QRectF(area.left() + at, area.bottom() - length, thick, length),
                         colour);
    }
}

void ProfileView::paintSelection(QPainter& painter, const QRectF& area, bool vertical, double begin, double end,
                                 const Colours& colours) const {
    if (of_ != Of::rows || (progress_ > 0 && progress_ < 1)) return;
    RowSelection dragged;
    if (dragging_)
        dragged = RowSelection::ofRange(std::min(brush_from_, brush_to_), std::max(brush_from_, brush_to_) + 1);
    const RowSelection& rows = dragging_ ? dragged : progress_ >= 1 ? selected_ranks_ : selection_;
    paintRowBands(painter, rows, begin, end, vertical ? area.height() : area.width(), colours.wasted,
                  [&](double at, double thick) {
                      return vertical ? QRectF(area.left(), area.top() + at, area.width(), thick)
                                      : QRectF(area.left() + at, area.top(), thick, area.height());
                  });
}

std::int64_t ProfileView::placeAt(const QPointF& position) const {
    double at = 0;
    if (form_ == Form::beside_spy) {
        at = alongVertical() ? frame_.rowAt(position.y()) : frame_.colAt(position.x());
    } else {
        const QRectF area = sourcesArea(room(), screenStyle());
        at = static_cast<double>(first()) +
             (position.x() - area.left()) * static_cast<double>(last() - first()) / area.width();
    }
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(at)), 0,
                                    std::max<std::int64_t>(0, profile_->size() - 1));
}

void ProfileView::brush(std::int64_t begin, std::int64_t end) {
    emit brushed(progress_ >= 1 && order_ ? order_->rowsOf(begin, end)
                                          : RowSelection::ofRange(begin, std::min(end, profile_->size())));
}

void ProfileView::mousePressEvent(QMouseEvent* event) {
    if (of_ != Of::rows || !profile_ || frame_.isEmpty() || profile_->size() == 0 || event->button() != Qt::LeftButton)
        return;
    if (progress_ > 0 && progress_ < 1) return;
    dragging_ = true;
    brush_from_ = brush_to_ = placeAt(event->position());
    update();
}

void ProfileView::mouseReleaseEvent(QMouseEvent* event) {
    if (!dragging_ || event->button() != Qt::LeftButton) return;
    dragging_ = false;
    const std::int64_t begin = std::min(brush_from_, brush_to_), end = std::max(brush_from_, brush_to_) + 1;
    // A click on what is selected takes the brush away; anywhere else it selects the row under the mouse.
    if (brush_from_ == brush_to_ && (progress_ >= 1 ? selected_ranks_ : selection_).contains(brush_from_)) {
        brush_from_ = brush_to_ = -1;
        emit brushed({});
    } else {
        brush(begin, end);
    }
    update();
}

void ProfileView::keyPressEvent(QKeyEvent* event) {
    const bool vertical = alongVertical();
    const int back = vertical ? Qt::Key_Up : Qt::Key_Left, forward = vertical ? Qt::Key_Down : Qt::Key_Right;
    const bool ours = of_ == Of::rows && profile_ && profile_->size() > 0 && (progress_ <= 0 || progress_ >= 1);
    if (ours && event->key() == Qt::Key_Escape && !selection_.isEmpty()) {
        brush_from_ = brush_to_ = -1;
        emit brushed({});
        return;
    }
    if (!ours || (event->key() != back && event->key() != forward)) return QWidget::keyPressEvent(event);
    const std::int64_t step = std::max<std::int64_t>(1, (last() - first()) / 64) * (event->key() == back ? -1 : 1);
    const std::int64_t most = profile_->size() - 1;
    if (brush_from_ < 0) brush_from_ = brush_to_ = std::clamp<std::int64_t>(first(), 0, most);
    else brush_to_ = std::clamp<std::int64_t>(brush_to_ + step, 0, most);
    if (!(event->modifiers() & Qt::ShiftModifier)) brush_from_ = brush_to_;
    brush(std::min(brush_from_, brush_to_), std::max(brush_from_, brush_to_) + 1);
}

void ProfileView::mouseMoveEvent(QMouseEvent* event) {
    if (!profile_ || frame_.isEmpty()) return;
    if (dragging_) {
        brush_to_ = placeAt(event->position());
        update();
    }
    std::int64_t begin = 0, end = 0;
    if (form_ == Form::beside_spy) {
        const double at = alongVertical() ? event->position().y() : event->position().x();
        begin = static_cast<std::int64_t>(std::floor(alongVertical() ? frame_.rowAt(at) : frame_.colAt(at)));
        end = static_cast<std::int64_t>(std::ceil(alongVertical() ? frame_.rowAt(at + 1) : frame_.colAt(at + 1)));
        if ((alongVertical() ? frame_.rowHeight() : frame_.colWidth()) >= 1 || end <= begin) end = begin + 1;
    } else {
        const QRectF area = sourcesArea(room(), screenStyle());
        const double per_pixel = static_cast<double>(last() - first()) / area.width();
        const double at = static_cast<double>(first()) + (event->position().x() - area.left()) * per_pixel;
        begin = static_cast<std::int64_t>(std::floor(at));
        end = std::max(begin + 1, static_cast<std::int64_t>(std::ceil(at + per_pixel)) - (per_pixel < 1 ? 1 : 0));
    }
    begin = std::max<std::int64_t>(begin, 0);
    end = std::min(end, profile_->size());
    if (begin >= end) return;
    const Extent extent = shown().extent(begin, end);
    const bool ranks = progress_ >= 1 && order_;
    const QString name = of_ == Of::columns ? tr("column")
                         : ranks            ? tr("row %1, sorted to place").arg(order_->rowAt(begin))
                                            : tr("row"),
                  names = of_ == Of::columns ? tr("columns")
                          : ranks            ? tr("sorted rows")
                                             : tr("rows");
    emit hoverTextChanged(
        end - begin == 1
            ? QStringLiteral("%1 %2 · %3")
                  .arg(name, shortCount(begin), counted(static_cast<std::int64_t>(extent.max), "nonzero", "nonzeros"))
            : tr("%1 %2–%3 · %4 to %5 nonzeros each")
                  .arg(names, shortCount(begin), shortCount(end - 1), shortCount(static_cast<std::int64_t>(extent.min)),
                       shortCount(static_cast<std::int64_t>(extent.max))));
}

} // namespace warploom::ui
