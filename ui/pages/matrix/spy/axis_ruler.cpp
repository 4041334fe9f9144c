#include "ui/pages/matrix/spy/axis_ruler.h"

#include "ui/look/number_text.h"
#include "ui/pages/matrix/spy/axis_ticks.h"
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

} // namespace warploom::ui
