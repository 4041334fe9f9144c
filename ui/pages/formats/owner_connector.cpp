#include "ui/pages/formats/owner_connector.h"

#include "ui/look/theme.h"
#include "ui/pages/formats/window_view.h"

#include <QEvent>
#include <QPainter>

namespace warploom::ui {

OwnerConnector::OwnerConnector(WindowView* window, QWidget* words, QWidget* over)
    : QWidget(over), window_(window), words_(words) {
    setObjectName(QStringLiteral("ownerConnector"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    for (QWidget* each : {over, static_cast<QWidget*>(window), words}) each->installEventFilter(this);
    hide();
}

void OwnerConnector::connectFrom(std::int64_t row, std::int64_t col, int warp) {
    row_ = row;
    col_ = col;
    warp_ = warp;
    setGeometry(parentWidget()->rect());
    raise();
    show();
    update();
}

void OwnerConnector::disconnectAll() {
    row_ = col_ = -1;
    hide();
}

QLineF OwnerConnector::line() const {
    if (row_ < 0 || !window_->isVisible() || !words_->isVisible()) return {};
    const QRectF cell = window_->grid().rect(row_, col_);
    const QPointF from(cell.right(), cell.center().y());
    // At a large presenter scale the words may be scrolled away, or stand under the window: then the line ends at their edge.
    const QPointF to = words_->mapTo(parentWidget(), QPointF(-2, words_->height() / 2.0));
    return {window_->mapTo(parentWidget(), from), to};
}

void OwnerConnector::paintEvent(QPaintEvent*) {
    const QLineF way = line();
    if (way.isNull()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colours& colours = theme().colours();
    // Across to the gap between the two sides, then to the words: it crosses as few other cells as can be.
    const double gap = window_->mapTo(parentWidget(), QPointF(window_->width(), 0)).x();
    const double turn = way.x2() > gap ? (gap + way.x2()) / 2 : way.x1();
    const QPointF corners[] = {way.p1(), QPointF(turn, way.y1()), QPointF(turn, way.y2()), way.p2()};
    painter.setPen(QPen(colours.canvas, theme().px(5)));
    painter.drawPolyline(corners, 4);
    const QColor colour = colours.strokeColour(warp_ % 7);
    painter.setPen(QPen(colour, theme().px(2)));
    painter.drawPolyline(corners, 4);
    painter.setBrush(colour);
    painter.drawEllipse(way.p1(), theme().px(3), theme().px(3));
    painter.drawEllipse(way.p2(), theme().px(3), theme().px(3));
}

bool OwnerConnector::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::LayoutRequest:
        if (isVisible()) {
            setGeometry(parentWidget()->rect());
            update();
        }
        break;
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace warploom::ui
