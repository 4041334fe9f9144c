#pragma once

class QPainter;
class QRect;
class QWidget;

namespace warploom::ui {

// Code shared by custom-painted views.

/// Lays the view out and paints it again whenever colours or scale change.
void followTheme(QWidget* view);

/// Shows, just inside `rect`, that a view has the keyboard.
void paintFocusFrame(QPainter& painter, const QRect& rect);

/// True when pictures change at once instead of moving: by *View > Reduce motion*, or where the desktop's style has no
/// animations.
bool reducedMotion();

} // namespace warploom::ui
