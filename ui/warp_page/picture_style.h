#pragma once

#include "ui/theme.h"

#include <QApplication>
#include <QFont>
#include <QPainter>

namespace warploom::ui {

/// With what a picture is drawn: the same code serves the screen and paper.
struct PictureStyle {
    const Colours& colours;
    QFont font;
    double unit = 1; ///< length of a pixel at 100 %
};

inline PictureStyle screenStyle() { return {theme().colours(), theme().font(0.9), theme().scale()}; }

inline PictureStyle paperStyle(const Colours& colours) {
    QFont font = QApplication::font();
    font.setPixelSize(12);
    return {colours, font, 1.0};
}

/// The title of a picture on paper; returns the room below it. The painter keeps the title's font.
inline QRectF paintPaperTitle(QPainter& painter, const QString& title, const QSize& size, const PictureStyle& style,
                              Qt::TextElideMode elide = Qt::ElideNone) {
    QFont bold = style.font;
    bold.setBold(true);
    bold.setPixelSize(16);
    const double width = size.width() - 24;
    painter.setFont(bold);
    painter.setPen(style.colours.text);
    painter.drawText(QRectF(12, 6, width, 24), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(bold).elidedText(title, elide, width));
    return {12, 34, width, size.height() - 40.0};
}

} // namespace warploom::ui
