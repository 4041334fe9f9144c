#include "ui/painted_view.h"

#include "ui/theme.h"

#include <QPainter>
#include <QWidget>

namespace warploom::ui {

void followTheme(QWidget* view) {
    QObject::connect(&theme(), &Theme::changed, view, [view] {
        view->updateGeometry();
        view->update();
    });
}

void paintFocusFrame(QPainter& painter, const QRect& rect) {
    painter.setPen(QPen(theme().colours().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(1, 1, -1, -1));
}

void paintTitleLine(QPainter& painter, const QString& title, double width) {
    const QFont plain = painter.font();
    const double line = QFontMetricsF(plain, painter.device()).height();
    QFont bold = plain;
    bold.setBold(true);
    painter.setFont(bold);
    painter.drawText(QRectF(line / 2, line / 2, width - line, line), Qt::AlignLeft | Qt::AlignVCenter, title);
    painter.setFont(plain);
}

} // namespace warploom::ui
