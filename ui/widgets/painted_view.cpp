#include "ui/widgets/painted_view.h"

#include "ui/look/theme.h"

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

} // namespace warploom::ui
