#include "ui/pages/matrix/rows/profile_view.h"

#include "ui/components/spy/axis_ticks.h"
#include "ui/session/matrix_names.h"
#include "ui/style/number_text.h"
#include "ui/widgets/painted_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QVariantAnimation>

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

constexpr int mostTableRows = 4096;

QColor light(const QColor& colour, const QColor& canvas) {
    const auto mix = [](int a, int b) { return (a * 45 + b * 55) / 100; };
    return {mix(colour.red(), canvas.red()), mix(colour.green(), canvas.green()), mix(colour.blue(), canvas.blue())};
}

/// Marks the hovered row or column. If rows are thin, draws a filled line. Otherwise, draws a frame, so that the bar
/// remains visible.
void markStretch(QPainter& painter, const QRectF& rect, const Colours& colours) {
    const double line = theme().px(2);
    if (std::min(rect.width(), rect.height()) < 3 * line) return painter.fillRect(rect, colours.wasted);
    paintBox(painter, rect, QPen(colours.wasted, line));
}

/// Paints the bars of a profile. The axis maps the indices [begin, end) to `along` pixels, and a count of `limit` to a
/// bar with a length of `towards` pixels. `place` returns the rectangle of a bar in painter coordinates. Its arguments
/// are a position on the axis, a thickness, and the two ends of the bar.
template <class Place>
void paintBars(QPainter& painter, const CountProfile& profile, double begin, double end, double along, double towards,
               std::int64_t limit, const Colours& colours, Place&& place) {
    const QColor solid = colours.seriesColour(0), soft = light(solid, colours.canvas);
    const double per_row = along / (end - begin);
    const auto length = [&](std::int32_t count) {
        if (count <= 0) return 0.0;
        return std::max(1.0, static_cast<double>(count) / static_cast<double>(limit) * towards);
    };
    if (per_row >= 3) {
        const auto last = std::min(static_cast<std::int64_t>(std::ceil(end)), profile.size());
        for (auto i = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor(begin))); i < last; ++i)
            painter.fillRect(
                place((static_cast<double>(i) - begin) * per_row + 0.5, per_row - 1, 0.0, length(profile.at(i))),
                solid);
        return;
    }
    const int pixels = std::max(1, static_cast<int>(std::floor(along)));
    const auto extents = profile.envelope(begin, end, pixels);
    const double step = along / pixels;
    for (int p = 0; p < pixels; ++p) {
        const Extent& e = extents[p];
        const double least = length(e.min), most = length(e.max);
        if (most > least) painter.fillRect(place(p * step, step, least, most), soft);
        if (least > 0) painter.fillRect(place(p * step, step, 0.0, least), solid);
        // Paint the end of the bar solid, so that a single row of the maximum length remains visible.
        if (most > least) painter.fillRect(place(p * step, step, std::max(least, most - 1.5), most), solid);
    }
}

} // namespace

ProfileView::ProfileView(Of of, Form form, QWidget* parent)
    : PaintedChart({}, {420, 220}, {160, 80}, parent), of_(of), form_(form) {
    setAccessibleName(chartTitle());
    setAccessibleDescription(tr("To view the data as a table, select Export."));
    setToolTip(of == Of::rows ? tr("Dark: shortest row in each pixel. Light: longest row in each pixel.")
                              : tr("Dark: shortest column in each pixel. Light: longest column in each pixel."));
    if (of == Of::rows)
        setAccessibleDescription(tr("To select rows, drag over them, or hold Shift and press an arrow key. To view the "
                                    "data as a table, select Export."));
    else setFocusPolicy(Qt::NoFocus); // the column profile does not handle keys
}

QSize ProfileView::sizeHint() const {
    if (form_ == Form::sources) return PaintedChart::sizeHint();
    return alongVertical() ? QSize(theme().px(120), theme().px(200)) : QSize(theme().px(200), theme().px(84));
}

QSize ProfileView::minimumSizeHint() const {
    if (form_ == Form::sources) return PaintedChart::minimumSizeHint();
    return alongVertical() ? QSize(theme().px(70), 60) : QSize(60, theme().px(48));
}

void ProfileView::setProfile(std::shared_ptr<const CountProfile> profile) {
    profile_ = std::move(profile);
    setOrder(nullptr);
    setFrame(frame_);
}

void ProfileView::setFrame(const SpyFrame& frame) {
    frame_ = frame;
    updateLimit();
    update();
}

void ProfileView::setHovered(std::int64_t index) {
    if (index == hovered_) return;
    hovered_ = index;
    update();
}

QRectF ProfileView::sourcesArea(const QRectF& all, const PictureStyle& style) const {
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height();
    const double left = metrics.horizontalAdvance(shortCount(limit_)) + line * 2.4;
    return {all.left() + left, all.top() + line * 0.8, std::max(1.0, all.width() - left - line),
            std::max(1.0, all.height() - line * 3.8)};
}

double ProfileView::pixelOf(std::int64_t index) const {
    if (form_ == Form::beside_spy) return side().pixelOf(static_cast<double>(index));
    const QRectF area = sourcesArea(room(), screenStyle());
    const double count = static_cast<double>(std::max<std::int64_t>(1, last() - first()));
    return area.left() + static_cast<double>(index - first()) / count * area.width();
}

void ProfileView::paintScreen(QPainter& painter) const {
    if (!profile_ || frame_.isEmpty()) return;
    const Colours& colours = theme().colours();
    if (form_ == Form::beside_spy) return paintBeside(painter, colours);
    paintPicture(painter, room(), screenStyle());
    if (const std::int64_t hovered = hoveredPlace(); hovered >= first() && hovered < last()) {
        const QRectF area = sourcesArea(room(), screenStyle());
        const double per_row = area.width() / static_cast<double>(std::max(last(), first() + 1) - first());
        const double thick = std::max<double>(theme().px(2), per_row);
        const double middle = area.left() + (static_cast<double>(hovered - first()) + 0.5) * per_row;
        markStretch(painter, QRectF(middle - thick / 2, area.top(), thick, area.height()), colours);
    }
}

void ProfileView::paintBeside(QPainter& painter, const Colours& colours) const {
    const bool vertical = alongVertical();
    const double along = vertical ? height() : width();
    const double begin = side().at(0), end = side().at(along);
    const double towards = (vertical ? width() : height()) - 2.0;
    const auto place = [&](double at, double thick, double low, double high) {
        return vertical ? QRectF(low, at, high - low, thick) : QRectF(at, low, thick, high - low);
    };
    const double half = towards / 2;
    // Use the canvas color only in the range that the matrix covers.
    const double from = std::max(0.0, side().pixelOf(0));
    const double until = std::min(along, side().pixelOf(static_cast<double>(side().count)));
    painter.fillRect(rect(), colours.surface);
    painter.fillRect(vertical ? QRectF(0, from, width(), until - from) : QRectF(from, 0, until - from, height()),
                     colours.canvas);
    painter.setPen(QPen(colours.grid, 1));
    for (const double at : {half, towards}) {
        if (vertical) painter.drawLine(QPointF(at, from), QPointF(at, until));
        else painter.drawLine(QPointF(from, at), QPointF(until, at));
    }
    const QRectF whole(0, 0, vertical ? towards : along, vertical ? along : towards);
    if (progress_ > 0 && progress_ < 1) paintMoving(painter, whole, vertical, begin, end, colours);
    else paintBars(painter, shown(), begin, end, along, towards, limit_, colours, place);
    paintSelection(painter, whole, vertical, begin, end, colours);
    if (const std::int64_t hovered = hoveredPlace(); hovered >= 0) {
        const double scale = along / (end - begin);
        const double thick = std::max<double>(theme().px(2), scale);
        const double middle = (static_cast<double>(hovered) + 0.5 - begin) * scale;
        markStretch(painter, place(middle - thick / 2, thick, 0, towards), colours);
    }
    // Give the label a background, so that bars do not cross it. It is the only label of the axis.
    const QFontMetricsF metrics(painter.font(), this);
    const QString label = shortCount(limit_);
    const double wide = metrics.horizontalAdvance(label) + 6;
    const QRectF plate = vertical ? QRectF(width() - wide, from, wide, metrics.height())
                                  : QRectF(until - wide, height() - metrics.height(), wide, metrics.height());
    painter.fillRect(plate, pale(colours.canvas, 0.85F));
    paintText(painter, colours.text, plate, Qt::AlignCenter, label);
}

void ProfileView::paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const {
    if (!profile_ || frame_.isEmpty()) return;
    const Colours& colours = style.colours;
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height();
    const QRectF area = sourcesArea(all, style);
    const auto begin = static_cast<double>(first()), end = static_cast<double>(std::max(last(), first() + 1));
    const auto label_y = [&](std::int64_t count) {
        return area.bottom() - static_cast<double>(count) / static_cast<double>(limit_) * area.height();
    };
    const auto ticks =
        niceTicks(0, static_cast<double>(limit_) + 0.5, std::max(1, static_cast<int>(area.height() / line / 1.6)));
    for (const std::int64_t tick : ticks) {
        paintStroke(painter, QPen(colours.grid, 1), QPointF(area.left(), label_y(tick)),
                    QPointF(area.right(), label_y(tick)));
        paintText(painter, colours.text,
                  QRectF(all.left(), label_y(tick) - line / 2, area.left() - all.left() - line * 0.3, line),
                  Qt::AlignRight | Qt::AlignVCenter, shortCount(tick));
    }
    painter.save();
    painter.translate(area.topLeft());
    if (progress_ > 0 && progress_ < 1) {
        paintMoving(painter, QRectF(QPointF(0, 0), area.size()), false, begin, end, colours);
    } else {
        paintBars(painter, shown(), begin, end, area.width(), area.height(), limit_, colours,
                  [&](double at, double thick, double from, double to) {
                      return QRectF(at, area.height() - to, thick, to - from);
                  });
    }
    paintSelection(painter, QRectF(QPointF(0, 0), area.size()), false, begin, end, colours);
    painter.restore();
    painter.setPen(QPen(colours.outline, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.drawLine(area.bottomLeft(), area.topLeft());
    const int most =
        std::max(1, static_cast<int>(area.width() / (metrics.horizontalAdvance(shortCount(last())) + line * 1.5)));
    for (const std::int64_t tick : niceTicks(begin, end, most)) {
        const double x =
            area.left() + (static_cast<double>(tick) + (area.width() / (end - begin) >= 4 ? 0.5 : 0) - begin) /
                              (end - begin) * area.width();
        paintStroke(painter, QPen(colours.outline, 1), QPointF(x, area.bottom()),
                    QPointF(x, area.bottom() + line * 0.25));
        painter.setPen(colours.text);
        const double wide = metrics.horizontalAdvance(shortCount(tick));
        painter.drawText(QPointF(x - wide / 2, area.bottom() + line * 0.3 + metrics.ascent()), shortCount(tick));
    }
    painter.drawText(QRectF(area.left(), area.bottom() + line * 1.4, area.width(), line), Qt::AlignCenter,
                     of_ == Of::columns ? tr("column")
                     : sorted_          ? tr("row (sorted by length)")
                                        : tr("row"));
    paintUpwards(painter, QRectF(all.left() + line * 0.3, area.top(), line, area.height()),
                 of_ == Of::rows ? tr("nonzeros per row") : tr("nonzeros per column"));
}

void ProfileView::leaveEvent(QEvent*) { emit hoverTextChanged({}); }

QString ProfileView::chartTitle() const {
    const QString title = of_ == Of::columns ? tr("Nonzeros per column")
                          : sorted_          ? tr("Nonzeros per row, sorted by length")
                                             : tr("Nonzeros per row");
    return matrix_name_.isEmpty() ? title : tr("%1 of %2").arg(title, matrixTitle(matrix_name_));
}

QString ProfileView::chartName() const {
    return of_ == Of::rows ? QStringLiteral("matrix-rows") : QStringLiteral("matrix-columns");
}

Table ProfileView::chartTable() const {
    if (!profile_ || frame_.isEmpty()) return {};
    // During the animation, the table already contains the final order.
    const bool ranks = sorted_ && order_;
    Table table = profileTable(ranks ? *order_->profile() : *profile_,
                               of_ == Of::columns ? QStringLiteral("column")
                               : ranks            ? QStringLiteral("rank")
                                                  : QStringLiteral("row"),
                               first(), last(), mostTableRows);
    table.title = chartTitle().toStdString();
    table.facts = {{"matrix", matrix_name_.toStdString()}};
    return table;
}

namespace {

constexpr int sort_ms = 400;
// Maximum number of animated rows. An animation of more rows would be slow and hard to follow.
constexpr std::int64_t most_moving = 3000;

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
        // During the animation, rows from both the original and the sorted order are visible.
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
        at = side().at(alongVertical() ? position.y() : position.x());
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
    // A click on a selected row clears the selection. Any other click selects the row under the mouse pointer.
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
        begin = static_cast<std::int64_t>(std::floor(side().at(at)));
        end = static_cast<std::int64_t>(std::ceil(side().at(at + 1)));
        if (side().size >= 1 || end <= begin) end = begin + 1;
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
    const QString first = shortCount(begin), last = shortCount(end - 1);
    if (end - begin == 1) {
        const QString place = of_ == Of::columns ? tr("column %1").arg(first)
                              : ranks ? tr("row %1 (position %2 in sorted order)").arg(order_->rowAt(begin)).arg(first)
                                      : tr("row %1").arg(first);
        return emit hoverTextChanged(place + QStringLiteral(" · ") + nonzerosText(extent.max));
    }
    const QString pattern = of_ == Of::columns ? tr("columns %1–%2 · %3 to %4 nonzeros each")
                            : ranks            ? tr("sorted rows %1–%2 · %3 to %4 nonzeros each")
                                               : tr("rows %1–%2 · %3 to %4 nonzeros each");
    emit hoverTextChanged(pattern.arg(first, last, shortCount(static_cast<std::int64_t>(extent.min)),
                                      shortCount(static_cast<std::int64_t>(extent.max))));
}

} // namespace warploom::ui
