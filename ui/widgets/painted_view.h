#pragma once

class QPainter;
class QRect;
class QWidget;

namespace warploom::ui {

// Functions that custom-painted views have in common.

/// Updates the geometry and repaints when the colors or the scale change.
void followTheme(QWidget* view);

/// Paints the focus frame just inside `rect`.
void paintFocusFrame(QPainter& painter, const QRect& rect);

/// Returns whether animations are disabled with *View > Reduce motion* or by the style of the desktop.
bool reducedMotion();

} // namespace warploom::ui
