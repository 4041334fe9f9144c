#include "ui/pages/warp/lanes_view.h"

#include "ui/style/number_text.h"
#include "ui/style/text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <bit>
#include <cmath>

namespace warploom::ui {

using simulated::warp_size;

LanesView::LanesView(QWidget* parent)
    : PaintedChart(tr("Lanes of the warp, step by step"), {330, 290}, {200, 190}, parent) {
    setAir({2, 2, 2, 2});
}

void LanesView::setAnalysis(std::shared_ptr<const WarpAnalysis> analysis) {
    analysis_ = std::move(analysis);
    pan_ = 0;
    update();
}

void LanesView::setVeil(int step) {
    if (veil_ == step) return;
    veil_ = step;
    update();
}

int LanesView::shownSteps() const {
    const int steps = analysis_->trace().step_count();
    return veil_ < 0 ? steps : std::min(steps, veil_);
}

void LanesView::setSide(const QString& title, const QString& name) {
    side_title_ = title;
    side_name_ = name;
}

void LanesView::setWarpStarts(const std::vector<int>& steps) {
    warp_starts_ = steps;
    update();
}

bool LanesView::hasHalfWarps() const {
    return analysis_ && analysis_->card().coalescing == simulated::Coalescing::half_warp_segments;
}

void LanesView::setStep(int step) {
    step_ = step;
    pan_ = 0;
    update();
}

void LanesView::setZoom(int zoom) {
    zoom_ = std::clamp(zoom, -40, 12);
    update();
}

LanesView::Places LanesView::places(const QRectF& all, const PictureStyle& style) const {
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height(), gap = 4 * style.unit;
    Places at;
    const double left = all.left() + metrics.horizontalAdvance(QStringLiteral("lane 31")) + gap;
    const double width = std::max(1.0, all.right() - gap - left);
    // In a short, wide view, use the space of the second legend line for the lanes.
    at.legend_lines = all.height() < 190 * style.unit && all.width() > 470 * style.unit ? 1 : 2;
    const bool flat = at.legend_lines == 1;
    at.bars = QRectF(left, all.top() + line + gap / 2, width, (flat ? 20 : 26) * style.unit);
    const double overview = (flat ? 14 : 22) * style.unit, top = at.bars.bottom() + gap;
    at.overview = QRectF(left, all.bottom() - at.legend_lines * line - gap - overview, width, overview);
    at.lanes = QRectF(left, top, width, std::max(32.0, at.overview.top() - gap - top));
    const double steps = std::max(1, analysis_ ? analysis_->trace().step_count() : 1);
    const double fit = width / steps;
    at.column = std::max(std::min(14 * style.unit, std::max(fit, 8 * style.unit)) * std::pow(1.25, zoom_), fit);
    at.column = std::min(at.column, 48 * style.unit);
    const double visible = width / at.column;
    at.first = std::clamp(step_ + 0.5 - visible / 2 + pan_, 0.0, std::max(0.0, steps - visible));
    if (at.column * steps < width) at.lanes.setWidth(at.column * steps);
    at.bars.setWidth(at.lanes.width());
    return at;
}

void LanesView::paintBars(QPainter& painter, const Places& at, const PictureStyle& style) const {
    const int steps = shownSteps();
    const double most = std::max(1, analysis_->mostServices());
    const int begin = static_cast<int>(at.first);
    const int end = std::min(steps, static_cast<int>(std::ceil(at.first + at.lanes.width() / at.column)));
    double drawn_to = -1; // if several steps share a pixel column, draw only the tallest bar
    double highest = 0;
    for (int s = begin; s < end; ++s) {
        const StepCost& cost = analysis_->cost(s);
        if (cost.services() == 0) continue;
        const double left = std::max(at.x(s), at.bars.left()), right = std::min(at.x(s + 1), at.bars.right());
        const double height = cost.services() / most * at.bars.height();
        if (right <= drawn_to + 0.5 && height <= highest) continue;
        highest = right <= drawn_to + 0.5 ? std::max(highest, height) : height;
        drawn_to = right;
        const double share = cost.transactions > 0 && cost.bytes_fetched > 0
                                 ? static_cast<double>(cost.bytes_used) / static_cast<double>(cost.bytes_fetched)
                                 : static_cast<double>(cost.banks.ideal) / std::max(1, cost.banks.passes);
        const double gap = at.column >= 5 * style.unit ? 0.5 : 0.0;
        const QRectF bar(left + gap, at.bars.bottom() - height, std::max(1.0, right - left - 2 * gap), height);
        painter.fillRect(bar, style.colours.wasted);
        painter.fillRect(QRectF(bar.left(), bar.bottom() - height * share, bar.width(), height * share),
                         style.colours.used);
    }
    paintStroke(painter, QPen(style.colours.outline, 1), at.bars.bottomLeft(), at.bars.bottomRight());
}

void LanesView::paintLanes(QPainter& painter, const Places& at, const PictureStyle& style) const {
    if (shownSteps() == 0) return; // all steps are hidden, so there is nothing to draw
    const protocol::WarpDocument& trace = analysis_->trace();
    const int begin = static_cast<int>(at.first);
    const int end = std::min(shownSteps(), static_cast<int>(std::ceil(at.first + at.lanes.width() / at.column - 1e-9)));
    // If steps are narrower than a pixel, merge them and shade them by their mean activity.
    const int each = std::max(1, static_cast<int>(std::floor(1.0 / at.column)));
    const int columns = std::max(1, (end - begin + each - 1) / each);
    QImage image(columns, warp_size, QImage::Format_RGB32);
    const auto mix = [&](int lane, int from, int to) {
        double red = 0, green = 0, blue = 0;
        for (int s = from; s < to; ++s) {
            const protocol::WarpStep& step = trace.steps[s];
            const QColor& c = (step.active >> lane & 1U) != 0    ? style.colours.active_lane
                              : (step.waiting >> lane & 1U) != 0 ? style.colours.waiting_lane
                                                                 : style.colours.canvas;
            red += c.red();
            green += c.green();
            blue += c.blue();
        }
        const double n = std::max(1, to - from);
        return qRgb(static_cast<int>(red / n), static_cast<int>(green / n), static_cast<int>(blue / n));
    };
    for (int lane = 0; lane < warp_size; ++lane) {
        auto* row = reinterpret_cast<QRgb*>(image.scanLine(lane));
        for (int c = 0; c < columns; ++c) row[c] = mix(lane, begin + c * each, std::min(end, begin + (c + 1) * each));
    }
    painter.save();
    painter.setClipRect(at.lanes.adjusted(-1, -1, 1, 1));
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(QRectF(at.x(begin), at.lanes.top(), columns * each * at.column, at.lanes.height()), image);
    if (at.column >= 5 * style.unit) {
        painter.setPen(QPen(style.colours.canvas, 1));
        for (int s = begin; s <= end; ++s)
            painter.drawLine(QPointF(at.x(s), at.lanes.top()), QPointF(at.x(s), at.lanes.bottom()));
        if (at.rowHeight() >= 4)
            for (int lane = 1; lane < warp_size; ++lane) {
                const double y = at.lanes.top() + lane * at.rowHeight();
                painter.drawLine(QPointF(at.lanes.left(), y), QPointF(at.lanes.right(), y));
            }
        // If lanes have finished, draw only their outline.
        painter.setPen(QPen(style.colours.grid, 1));
        painter.setBrush(Qt::NoBrush);
        for (int s = begin; s < end; ++s) {
            const protocol::WarpStep& step = trace.steps[s];
            for (int lane = 0; lane < warp_size; ++lane)
                if (((step.active | step.waiting) >> lane & 1U) == 0)
                    painter.drawRect(QRectF(at.x(s) + 1, at.lanes.top() + lane * at.rowHeight() + 1, at.column - 2,
                                            at.rowHeight() - 2));
        }
    }
    if (hasHalfWarps()) {
        const double y = at.lanes.center().y();
        paintStroke(painter, QPen(style.colours.text, 1.5 * style.unit, Qt::DashLine), QPointF(at.lanes.left(), y),
                    QPointF(at.lanes.right(), y));
    }
    painter.setPen(QPen(style.colours.text, 1.5 * style.unit));
    for (const int start : warp_starts_)
        if (start > begin && start <= end)
            painter.drawLine(QPointF(at.x(start), at.lanes.top()), QPointF(at.x(start), at.lanes.bottom()));
    const double x = at.x(step_), width = std::max(at.column, 2 * style.unit);
    paintBox(painter, QRectF(x, at.lanes.top(), width, at.lanes.height()), QPen(style.colours.text, 2 * style.unit));
    painter.restore();
}

void LanesView::paintOverview(QPainter& painter, const Places& at, const PictureStyle& style) const {
    const protocol::WarpDocument& trace = analysis_->trace();
    const int steps = trace.step_count();
    const int columns = std::max(1, static_cast<int>(at.overview.width()));
    painter.fillRect(at.overview, style.colours.waiting_lane);
    for (int c = 0; c < columns; ++c) {
        const auto from = static_cast<int>(static_cast<std::int64_t>(c) * steps / columns);
        const int to = std::max(from + 1, static_cast<int>(static_cast<std::int64_t>(c + 1) * steps / columns));
        double active = 0;
        if (from >= shownSteps()) {
            painter.fillRect(QRectF(at.overview.left() + c, at.overview.top(), 1, at.overview.height()),
                             style.colours.canvas);
            continue;
        }
        for (int s = from; s < std::min(to, steps); ++s) active += std::popcount(trace.steps[s].active.bits);
        const double height = active / (std::min(to, steps) - from) / warp_size * at.overview.height();
        painter.fillRect(QRectF(at.overview.left() + c, at.overview.bottom() - height, 1, height),
                         style.colours.active_lane);
    }
    const double scale = at.overview.width() / steps;
    const double from = at.overview.left() + at.first * scale;
    const double to = std::min(from + at.lanes.width() / at.column * scale, at.overview.right());
    paintBox(painter, at.overview, QPen(style.colours.outline, 1));
    painter.setPen(QPen(style.colours.text, 1.5 * style.unit));
    painter.drawRect(QRectF(from, at.overview.top(), std::max(2.0, to - from), at.overview.height()));
    painter.setPen(QPen(style.colours.wasted, 2 * style.unit));
    const double now = at.overview.left() + (step_ + 0.5) * scale;
    painter.drawLine(QPointF(now, at.overview.top()), QPointF(now, at.overview.bottom()));
}

void LanesView::paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const {
    if (!analysis_ || analysis_->trace().steps.empty()) return;
    const Places at = places(all, style);
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height();
    paintBars(painter, at, style);
    paintLanes(painter, at, style);
    paintOverview(painter, at, style);
    painter.setPen(style.colours.text);
    const auto every = static_cast<int>(std::ceil(line / at.rowHeight()));
    int stride = 1;
    while (stride < every) stride *= 2;
    for (int lane = 0; lane < warp_size; lane += stride)
        painter.drawText(QRectF(all.left(), at.lanes.top() + (lane + 0.5) * at.rowHeight() - line / 2,
                                at.lanes.left() - all.left() - 4 * style.unit, line),
                         Qt::AlignRight | Qt::AlignVCenter, lane == 0 ? tr("lane 0") : QString::number(lane));
    painter.setPen(style.colours.muted);
    const int most = analysis_->mostServices();
    QString above = veil_ >= 0 ? tr("memory requests") : tr("memory requests per step (maximum: %1)").arg(most);
    if (veil_ < 0 && QFontMetricsF(style.font).horizontalAdvance(above) > at.overview.width())
        above = tr("memory requests (max. %1)").arg(most);
    painter.drawText(QRectF(at.bars.left(), all.top(), at.overview.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(style.font).elidedText(above, Qt::ElideRight, at.overview.width()));
    paintLegend(painter, QRectF(all.left(), at.overview.bottom() + 2 * style.unit, all.width(), at.legend_lines * line),
                style);
}

/// Paints the legend of lane states and the fraction of fetched bytes that are used, on one or two lines below the
/// overview.
void LanesView::paintLegend(QPainter& painter, const QRectF& rows, const PictureStyle& style) const {
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height(), box = line * 0.65;
    double x = rows.left(), y = rows.top();
    const auto entry = [&](const QString& name, const QBrush& brush) {
        x = paintLegendEntry(painter, x, QRectF(0, y, 0, line), brush, name, style);
    };
    entry(tr("active"), style.colours.active_lane);
    entry(tr("waiting"), style.colours.waiting_lane);
    entry(tr("done"), Qt::NoBrush);
    const QString count = tr("%n steps", nullptr, analysis_->trace().step_count());
    // In a comparison, hide the number of steps until the user has answered, because it would reveal the answer.
    if (shownSteps() > 0 && rows.right() - x > metrics.horizontalAdvance(count))
        painter.drawText(QRectF(x, y, rows.right() - x, line), Qt::AlignRight | Qt::AlignVCenter, count);
    if (rows.height() > 1.5 * line) {
        x = rows.left();
        y += line;
    }
    entry(tr("used"), style.colours.used);
    entry(tr("unused"), style.colours.wasted);
    if (!hasHalfWarps()) return;
    paintStroke(painter, QPen(style.colours.text, 1.5 * style.unit, Qt::DashLine), QPointF(x, y + line / 2),
                QPointF(x + 2 * box, y + line / 2));
    painter.drawText(QPointF(x + 2 * box + 4 * style.unit, y + metrics.ascent()), tr("half-warps"));
}

int LanesView::stepAt(const QPointF& pixel) const {
    if (!analysis_ || analysis_->trace().steps.empty()) return -1;
    const Places at = places(room(), screenStyle());
    const int steps = analysis_->trace().step_count();
    if (at.overview.contains(pixel))
        return std::min(steps - 1, static_cast<int>((pixel.x() - at.overview.left()) / at.overview.width() * steps));
    if (!at.lanes.united(at.bars).contains(pixel)) return -1;
    const int step = static_cast<int>(at.first + (pixel.x() - at.lanes.left()) / at.column);
    return step < steps ? step : -1;
}

QRectF LanesView::cellRect(int step, int lane) const {
    const Places at = places(room(), screenStyle());
    return {at.x(step), at.lanes.top() + lane * at.rowHeight(), at.column, at.rowHeight()};
}

void LanesView::mousePressEvent(QMouseEvent* event) {
    if (const int step = stepAt(event->position()); step >= 0) emit stepChosen(step);
}

void LanesView::mouseMoveEvent(QMouseEvent* event) {
    const int step = stepAt(event->position());
    if (step < 0 || step >= shownSteps()) return QToolTip::hideText();
    if ((event->buttons() & Qt::LeftButton) != 0) return emit stepChosen(step);
    const StepCost& cost = analysis_->cost(step);
    const protocol::WarpStep& at = analysis_->trace().steps[step];
    QStringList lines{tr("step %1: %2 lanes active, %3 waiting")
                          .arg(step + 1)
                          .arg(std::popcount(at.active.bits))
                          .arg(std::popcount(at.waiting.bits))};
    if (cost.transactions > 0) lines << tr("%n transactions", nullptr, pluralOf(cost.transactions));
    if (cost.banks.passes > 0) lines << tr("%n shared-memory wavefronts", nullptr, cost.banks.passes);
    QToolTip::showText(event->globalPosition().toPoint(), lines.join(QLatin1Char('\n')), this);
}

void LanesView::wheelEvent(QWheelEvent* event) {
    if (!analysis_) return event->ignore();
    const QPoint delta = event->angleDelta();
    if ((event->modifiers() & Qt::ControlModifier) != 0) {
        setZoom(zoom_ + (delta.y() > 0 ? 1 : -1));
    } else {
        const Places at = places(room(), screenStyle());
        const double by =
            (delta.x() != 0 ? delta.x() : delta.y()) / -120.0 * std::max(1.0, 60 * theme().scale() / at.column);
        const double visible = at.lanes.width() / at.column, steps = analysis_->trace().step_count();
        const double first = std::clamp(at.first + by, 0.0, std::max(0.0, steps - visible));
        pan_ = first - (step_ + 0.5 - visible / 2);
        update();
    }
    event->accept();
}

void LanesView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: setZoom(zoom_ + 1); break;
    case Qt::Key_Minus: setZoom(zoom_ - 1); break;
    case Qt::Key_0: setZoom(0); break;
    default: QWidget::keyPressEvent(event); // the page handles the remaining keys, such as those that change the step
    }
}

QString LanesView::chartTitle() const {
    return side_title_.isEmpty() ? tr("Lanes over time") : tr("%1: lane activity over time").arg(side_title_);
}

Table LanesView::chartTable() const { return analysis_ ? analysis_->stepTable() : Table{}; }

} // namespace warploom::ui
