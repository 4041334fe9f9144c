#pragma once

class QPainter;
class QRect;
class QString;
class QWidget;

namespace warploom::ui {

// What the views that paint themselves do alike.

/// Lays the view out and paints it again whenever colours or scale change.
void followTheme(QWidget* view);

/// Shows, just inside `rect`, that a view has the keyboard.
void paintFocusFrame(QPainter& painter, const QRect& rect);

/// A title across a paper of this width: bold, in the painter's own font and pen, half a line from the edges.
void paintTitleLine(QPainter& painter, const QString& title, double width);

} // namespace warploom::ui
