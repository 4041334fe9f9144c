#pragma once

#include "ui/theme.h"

#include <QApplication>
#include <QFont>

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

} // namespace warploom::ui
