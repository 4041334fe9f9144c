#include "ui/widgets/highlight_frame.h"

#include "ui/style/theme.h"

#include <QEvent>
#include <QPainter>

namespace warploom::ui {

HighlightFrame::HighlightFrame(QWidget* window) : QWidget(window) {
    setObjectName(QStringLiteral("highlightFrame"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
    connect(&theme(), &Theme::changed, this, &HighlightFrame::follow);
}

void HighlightFrame::setTarget(QWidget* target) {
    if (target_ != nullptr) target_->removeEventFilter(this);
    target_ = target;
    if (target_ != nullptr) target_->installEventFilter(this);
    follow();
}

void HighlightFrame::follow() {
    if (target_ == nullptr || !target_->isVisible()) return hide();
    const int margin = theme().px(4);
    const QRect place(target_->mapTo(parentWidget(), QPoint()), target_->size());
    setGeometry(place.adjusted(-margin, -margin, margin, margin).intersected(parentWidget()->rect()));
    show();
    raise();
}

bool HighlightFrame::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide: follow(); break;
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

void HighlightFrame::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double line = theme().px(3);
    painter.setPen(QPen(theme().colours().accent, line));
    painter.drawRoundedRect(QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2), theme().px(6),
                            theme().px(6));
}

} // namespace warploom::ui
