#include "ui/widgets/painted_view.h"

#include "ui/style/theme.h"

#include <QApplication>
#include <QPainter>
#include <QSettings>
#include <QStyle>
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

bool reducedMotion() {
    if (QSettings().value(QStringLiteral("view/reducedMotion"), false).toBool()) return true;
    return QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0;
}

} // namespace warploom::ui
