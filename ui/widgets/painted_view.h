#pragma once

class QPainter;
class QRect;
class QWidget;

namespace warploom::ui {

// Functions shared by custom-painted views.

/// Updates the geometry of a view and repaints it when the colors or the scale of the theme change.
void followTheme(QWidget* view);

void paintFocusFrame(QPainter& painter, const QRect& rect);

/// Returns whether animations are disabled by *View > Reduce motion* or by the desktop style.
bool reducedMotion();

} // namespace warploom::ui
