// The few line icons of the program, drawn on a grid of 24 units so that they follow theme and scale.
#include "ui/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

namespace warploom::ui {
namespace {

void draw(QPainter& p, const QString& name, const QColor& ink) {
    const QPen line(ink, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    p.setPen(line);
    p.setBrush(Qt::NoBrush);
    if (name == QLatin1String("matrix")) {
        p.drawPolyline(QPolygonF{{7, 3}, {3, 3}, {3, 21}, {7, 21}});
        p.drawPolyline(QPolygonF{{17, 3}, {21, 3}, {21, 21}, {17, 21}});
        p.setPen(Qt::NoPen);
        p.setBrush(ink);
        for (const QPointF dot : {QPointF(8, 7), QPointF(12, 12), QPointF(16, 17), QPointF(16, 7), QPointF(8, 17)})
            p.drawEllipse(dot, 1.7, 1.7);
    } else if (name == QLatin1String("formats")) {
        const double widths[] = {18, 11, 15};
        for (int row = 0; row < 3; ++row) {
            p.drawRect(QRectF(3, 3.5 + row * 6.5, widths[row], 4));
            p.drawLine(QPointF(8, 3.5 + row * 6.5), QPointF(8, 7.5 + row * 6.5));
        }
    } else if (name == QLatin1String("run") || name == QLatin1String("chart")) {
        p.drawPolyline(QPolygonF{{3, 3}, {3, 21}, {21, 21}});
        p.setPen(Qt::NoPen);
        p.setBrush(ink);
        p.drawRect(QRectF(6, 5, 13, 3));
        p.drawRect(QRectF(6, 10, 8, 3));
        p.drawRect(QRectF(6, 15, 5, 3));
    } else if (name == QLatin1String("model")) { // a roofline with a hollow point under it
        p.drawPolyline(QPolygonF{{3, 3}, {3, 21}, {21, 21}});
        p.drawPolyline(QPolygonF{{5, 18}, {13, 7}, {21, 7}});
        p.drawEllipse(QPointF(14, 14), 2.4, 2.4);
    } else if (name == QLatin1String("warp")) {
        // Threads side by side; one ends early, the others go on.
        const double ends[] = {21, 12, 21, 17};
        for (int lane = 0; lane < 4; ++lane)
            p.drawLine(QPointF(3, 5 + lane * 4.7), QPointF(ends[lane], 5 + lane * 4.7));
    } else if (name == QLatin1String("step")) {
        // Two equations make one: the elementary step.
        for (const double y : {4.0, 12.0, 20.0}) p.drawLine(QPointF(3, y), QPointF(8, y));
        for (const double y : {4.0, 12.0, 20.0}) p.drawLine(QPointF(8, y), QPointF(15, 12));
        p.setBrush(ink);
        p.drawRect(QRectF(16, 9, 5, 6));
    } else if (name == QLatin1String("pictures")) {
        p.drawPolyline(QPolygonF{{7, 5}, {7, 3}, {21, 3}, {21, 15}, {19, 15}});
        p.drawRect(QRectF(3, 8, 14, 12));
        p.drawPolyline(QPolygonF{{5, 17}, {9, 12}, {12, 15}, {15, 13}});
    } else if (name == QLatin1String("pause")) {
        p.setBrush(ink);
        p.drawRect(QRectF(7, 5, 3, 14));
        p.drawRect(QRectF(14, 5, 3, 14));
    } else if (name == QLatin1String("first") || name == QLatin1String("last") || name == QLatin1String("back") ||
               name == QLatin1String("forward")) {
        const bool left = name == QLatin1String("first") || name == QLatin1String("back");
        const bool end = name == QLatin1String("first") || name == QLatin1String("last");
        if (left) {
            p.translate(24, 0);
            p.scale(-1, 1);
        }
        p.setBrush(ink);
        p.drawPolygon(QPolygonF{{6, 5}, {16, 12}, {6, 19}});
        if (end) p.drawLine(QPointF(19, 5), QPointF(19, 19));
    } else if (name == QLatin1String("play")) {
        p.setBrush(ink);
        p.drawPolygon(QPolygonF{{7, 4}, {19, 12}, {7, 20}});
    } else if (name == QLatin1String("stop")) {
        p.setBrush(ink);
        p.drawRect(QRectF(6, 6, 12, 12));
    } else if (name == QLatin1String("open")) {
        p.drawPolyline(QPolygonF{{3, 19}, {3, 5}, {9, 5}, {11, 8}, {19, 8}, {19, 11}});
        p.drawPolygon(QPolygonF{{3, 19}, {6, 11}, {22, 11}, {19, 19}});
    } else if (name == QLatin1String("export")) {
        p.drawPolyline(QPolygonF{{4, 14}, {4, 20}, {20, 20}, {20, 14}});
        p.drawLine(QPointF(12, 15), QPointF(12, 3));
        p.drawPolyline(QPolygonF{{8, 7}, {12, 3}, {16, 7}});
    } else if (name == QLatin1String("copy")) {
        p.drawRect(QRectF(8, 8, 12, 13));
        p.drawPolyline(QPolygonF{{4, 16}, {4, 3}, {16, 3}});
    } else if (name == QLatin1String("table")) {
        p.drawRect(QRectF(3, 4, 18, 16));
        p.drawLine(QPointF(3, 9), QPointF(21, 9));
        p.drawLine(QPointF(3, 14.5), QPointF(21, 14.5));
        p.drawLine(QPointF(10, 4), QPointF(10, 20));
    } else if (name == QLatin1String("warning")) {
        p.drawPolygon(QPolygonF{{12, 3}, {22, 20}, {2, 20}});
        p.drawLine(QPointF(12, 9), QPointF(12, 14));
        p.drawPoint(QPointF(12, 17));
    } else if (name == QLatin1String("solve")) { // a residual that falls
        p.drawPolyline(QPolygonF{{3, 3}, {3, 21}, {21, 21}});
        p.drawPolyline(QPolygonF{{6, 5}, {9, 8}, {12, 9}, {15, 14}, {20, 18}});
    } else if (name == QLatin1String("pitfalls")) { // a clock with a question
        p.drawEllipse(QPointF(12, 13), 8, 8);
        p.drawPolyline(QPolygonF{{12, 8}, {12, 13}, {16, 15}});
        p.drawLine(QPointF(9, 2), QPointF(15, 2));
    } else if (name == QLatin1String("reproduce")) { // a printed page, and the same bars beside it
        p.drawPolyline(QPolygonF{{11, 21}, {3, 21}, {3, 3}, {14, 3}, {14, 8}});
        for (const double y : {7.5, 12.0, 16.5}) p.drawLine(QPointF(6, y), QPointF(10, y));
        p.setPen(Qt::NoPen);
        p.setBrush(ink);
        p.drawRect(QRectF(13, 12, 3, 9));
        p.drawRect(QRectF(18, 8, 3, 13));
    } else if (name == QLatin1String("close")) {
        p.drawLine(QPointF(6, 6), QPointF(18, 18));
        p.drawLine(QPointF(18, 6), QPointF(6, 18));
    } else {
        p.fillRect(QRectF(6, 6, 12, 12), ink);
    }
}

QPixmap pixmap(const QString& name, const QColor& ink, int size) {
    QPixmap image(size, size);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(size / 24.0, size / 24.0);
    draw(painter, name, ink);
    return image;
}

} // namespace

QIcon Theme::icon(const QString& name) const {
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 96}) {
        icon.addPixmap(pixmap(name, colours_.text, size), QIcon::Normal);
        icon.addPixmap(pixmap(name, colours_.outline, size), QIcon::Disabled);
    }
    return icon;
}

} // namespace warploom::ui
