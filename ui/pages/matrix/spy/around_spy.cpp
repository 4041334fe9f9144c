#include "ui/pages/matrix/spy/around_spy.h"

#include "ui/look/number_text.h"
#include "ui/pages/matrix/spy/axis_ticks.h"
#include "ui/pages/matrix/spy/spy_painting.h"
#include "ui/pages/matrix/spy/spy_view.h"
#include "ui/widgets/painted_view.h"

#include <QFontMetrics>
#include <QPainter>

namespace warploom::ui {

AxisRuler::AxisRuler(Qt::Orientation orientation, QWidget* parent) : QWidget(parent), orientation_(orientation) {
    if (orientation == Qt::Vertical) setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Ignored);
    else setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    followTheme(this);
}

void AxisRuler::setFrame(const SpyFrame& frame) {
    const bool other_matrix = frame.rows() != frame_.rows() || frame.cols() != frame_.cols();
    frame_ = frame;
    if (other_matrix) updateGeometry();
    update();
}

QSize AxisRuler::sizeHint() const {
    const QFontMetrics metrics(theme().font(0.9));
    const int tick = theme().px(5);
    // As wide as the longest label of this matrix, so that the spy does not jump while one zooms.
    // From a million on, numbers between are longer than the last one: "2 M", but "1.25 M".
    const std::int64_t rows = std::max<std::int64_t>(frame_.rows(), 100);
    int label = metrics.horizontalAdvance(shortCount(rows));
    if (rows >= 1'000'000)
        for (const std::int64_t between : {888'888, 88'880'000})
            label = std::max(label, metrics.horizontalAdvance(shortCount(between)));
    return orientation_ == Qt::Vertical ? QSize(label + tick + theme().px(4), 0) : QSize(0, metrics.height() + tick);
}

void AxisRuler::paintEvent(QPaintEvent*) {
    if (frame_.isEmpty()) return;
    QPainter painter(this);
    painter.setFont(theme().font(0.9));
    const Colours& colours = theme().colours();
    if (orientation_ == Qt::Vertical)
        drawAxis(painter, QRectF(width(), 0, 1, height()), Qt::Vertical, frame_.rowAt(0), frame_.rowAt(height()),
                 frame_.rows(), colours, theme().px(4));
    else
        drawAxis(painter, QRectF(0, height(), width(), 1), Qt::Horizontal, frame_.colAt(0), frame_.colAt(width()),
                 frame_.cols(), colours, theme().px(4));
}

LegendStrip::LegendStrip(SpyView* spy, QWidget* parent) : QWidget(parent), spy_(spy) {
    setAccessibleName(tr("Legend of the picture"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(spy_, &SpyView::imageChanged, this, [this] { update(); });
    connect(spy_, &SpyView::frameChanged, this, [this] { update(); });
    followTheme(this);
}

QSize LegendStrip::sizeHint() const {
    const QFontMetrics metrics(theme().font(0.9));
    return {metrics.averageCharWidth() * 46, metrics.height() + theme().px(4)};
}

QSize LegendStrip::minimumSizeHint() const { return {theme().px(120), sizeHint().height()}; }

void LegendStrip::paintEvent(QPaintEvent*) {
    if (!spy_->matrix()) return;
    QPainter painter(this);
    painter.setFont(theme().font(0.9));
    const Colours& colours = theme().colours();
    if (!cellsVisible(spy_->frame())) {
        if (spy_->image()) paintLegend(painter, QRectF(rect()), *spy_->image(), colours);
        return;
    }
    const QFontMetrics metrics(painter.font());
    const double side = metrics.height() * 0.7, middle = height() / 2.0;
    double x = 0;
    const auto entry = [&](bool zero, const QString& text) {
        const QRectF box(x + 1, middle - side / 2, side, side);
        if (zero) {
            painter.setPen(QPen(colours.wrong, 1.5));
            painter.drawRect(box);
            painter.drawLine(box.bottomLeft(), box.topRight());
        } else {
            painter.fillRect(box, DensityScale(colours, 1).at(1));
        }
        x += side + metrics.averageCharWidth();
        painter.setPen(colours.text);
        painter.drawText(QRectF(x, 0, width() - x, height()), Qt::AlignVCenter, text);
        x += metrics.horizontalAdvance(text) + 2 * metrics.averageCharWidth();
    };
    entry(false, tr("nonzero"));
    if (spy_->matrix()->matrix.explicit_zeros > 0) entry(true, tr("explicit zero (stored)"));
}

} // namespace warploom::ui
