#include "ui/pages/matrix/spy/legend_strip.h"

#include "ui/pages/matrix/spy/spy_painting.h"
#include "ui/pages/matrix/spy/spy_view.h"
#include "ui/widgets/painted_view.h"

#include <QFontMetrics>
#include <QPainter>

namespace warploom::ui {

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
