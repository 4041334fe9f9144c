#pragma once

class QPainter;
class QRect;
class QWidget;

namespace warploom::ui {

// What the views that paint themselves do alike.

/// Lays the view out and paints it again whenever colours or scale change.
void followTheme(QWidget* view);

/// Shows, just inside `rect`, that a view has the keyboard.
void paintFocusFrame(QPainter& painter, const QRect& rect);

} // namespace warploom::ui
